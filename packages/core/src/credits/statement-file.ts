import type { Readable } from 'node:stream';
import type { LedgerKind, Locale, StatementEntry } from '@heartline/contracts';
import { STATEMENT_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import { stringify } from 'csv-stringify';
import { presentEntries, type StatementDeps } from './get-statement.ts';
import { readTrades } from './lots.ts';

/** Rows in one read: the file is written while it is read, however long the history is. */
const STEP = 500;

type Word = keyof typeof STATEMENT_TEXTS;

const COLUMNS: readonly Word[] = [
  'number',
  'when',
  'what',
  'person',
  'credits',
  'balance',
  'amount',
  'currency',
  'state',
  'reason',
  'of',
  'debt',
];

const KINDS: Readonly<Record<LedgerKind, Word>> = {
  grant: 'grant',
  purchase: 'purchase',
  hold: 'message',
  void: 'notDelivered',
  return: 'returned',
  refund: 'refund',
  chargeback: 'chargeback',
  adjust: 'adjust',
  limit: 'limit',
  place: 'place',
};

/** Names of rows by their content: messages with more than text, a pause, and a returned debit. */
const BY_REASON: Readonly<Record<string, Word>> = {
  'hold:photo': 'photo',
  'hold:gift': 'gift',
  'void:photo': 'photoNotDelivered',
  'void:gift': 'giftNotDelivered',
  'limit:pause': 'pause',
  'chargeback:debit_returned': 'debitReturned',
};

/** A negative number starts like a formula. */
const NEGATIVE = /^-\d+([.,]\d+)?$/;

const STATES: Readonly<Record<StatementEntry['state'], Word>> = {
  done: 'done',
  held: 'held',
  spent: 'spent',
  returned: 'givenBack',
};

/**
 * The whole statement as a table for spreadsheets, oldest first, as a stream. Headings are in the member's
 * language and name the time zone.
 *
 * - Spreadsheets parse numbers by their region (`format`): with a decimal comma, semicolons separate the
 *   cells.
 * - A cell that a spreadsheet would run as a formula is quoted, since other members choose their names.
 * - Numbers stay numbers, so that a column can be summed.
 */
export function statementFile(
  deps: StatementDeps,
  member: string,
  { locale, zone, format = locale }: { locale: Locale; zone: string; format?: string },
): Readable {
  const say = (word: Word) => serverText(locale, STATEMENT_TEXTS[word]);
  const point = decimalSign(format);
  const table = stringify({
    delimiter: point === ',' ? ';' : ',',
    bom: true,
    escape_formulas: true,
    cast: { string: (value) => (NEGATIVE.test(value) ? { value, escape_formulas: false } : value) },
    record_delimiter: 'windows',
    header: true,
    columns: COLUMNS.map((key) => ({ key, header: key === 'when' ? `${say(key)} (${zone})` : say(key) })),
  });
  const write = async () => {
    for await (const entry of everyEntry(deps, member)) {
      if (table.destroyed) return;
      if (!table.write(record(entry, { say, zone, point }))) await drained(table);
    }
    table.end();
  };
  write().catch((error: unknown) => table.destroy(error instanceof Error ? error : new Error(String(error))));
  return table;
}

/** The decimal sign of a region. */
function decimalSign(format: string): string {
  const parts = new Intl.NumberFormat(format).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Waits until more can be written, or the reader is gone. */
function drained(table: Readable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      table.off('drain', done).off('close', done);
      resolve();
    };
    table.once('drain', done).once('close', done);
  });
}

async function* everyEntry(deps: StatementDeps, member: string): AsyncGenerator<StatementEntry> {
  const last = (await deps.ledger.freshTail(member))?.n ?? 0;
  const trades = await readTrades(deps.mongo, member);
  for (let from = 1; from <= last; from += STEP) {
    const rows = await deps.ledger.range(member, from, Math.min(last, from + STEP - 1));
    yield* await presentEntries(deps, rows, trades);
  }
}

function record(
  entry: StatementEntry,
  { say, zone, point }: { say: (word: Word) => string; zone: string; point: string },
): Record<string, string> {
  const money = entry.money ? [signed(entry)] : entry.worth;
  return {
    number: String(entry.n),
    when: timeIn(zone, entry.at),
    what: say(BY_REASON[`${entry.kind}:${entry.of?.reason ?? entry.reason}`] ?? KINDS[entry.kind]),
    person: nameIn(entry, say),
    credits: String(entry.credits),
    balance: String(entry.balance),
    amount: money.map(({ cents }) => (cents / 100).toFixed(2).replace('.', point)).join(' '),
    currency: money.map(({ currency }) => currency).join(' '),
    state: say(STATES[entry.state]),
    reason: reasonOf(entry, say),
    of: entry.of ? String(entry.of.n) : '',
    // Credits that a bank took back beyond the balance, and those that repaid it.
    debt: entry.debt === 0 ? '' : String(entry.debt),
  };
}

/** The recipient; marks a fictional profile. */
function nameIn({ profile }: StatementEntry, say: (word: Word) => string): string {
  if (!profile) return '';
  return profile.fictional ? `${profile.name} (${say('fictional')})` : profile.name;
}

/** Payments are positive, refunds negative; a failed refund paid out nothing. */
function signed({ kind, money }: StatementEntry): { cents: number; currency: string } {
  const { cents, currency } = money ?? { cents: 0, currency: '' };
  const isOurs = kind === 'purchase' || kind === 'return';
  return { cents: isOurs ? cents : -cents, currency };
}

const REASONS: Readonly<Record<string, Word>> = {
  blocked: 'reasonBlocked',
  unsent: 'reasonUnsent',
  recalled: 'reasonUnsent',
  recipient_deleted: 'reasonDeleted',
  recipient_suspended: 'reasonSuspended',
  removed_as_fake: 'reasonFake',
  not_delivered: 'reasonNotDelivered',
  refund_failed: 'reasonRefundFailed',
  dispute_won: 'reasonDisputeWon',
  debit_paid: 'reasonDebitPaid',
  operator: 'reasonOperator',
  // No message was in transit: only the conversation stopped counting.
  'place:recipient_deleted': 'freedDeleted',
  'place:recipient_suspended': 'freedSuspended',
};

function reasonOf({ kind, reason }: StatementEntry, say: (word: Word) => string): string {
  const word = REASONS[`${kind}:${reason}`] ?? REASONS[reason];
  if (word) return say(word);
  // An operator's own text to the member, unchanged.
  return kind === 'adjust' ? reason : '';
}

function timeIn(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return parts.format(at);
}
