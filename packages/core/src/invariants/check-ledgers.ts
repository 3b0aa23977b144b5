import { rowId } from '@heartline/platform';
import { LEDGER, type LedgerRow } from '../credits/index.ts';
import { documentsOf } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

/** The fields of a ledger row that checks read. */
export type BookRow = Omit<LedgerRow, 'reason'>;

const LEFT = ['purchasedAfter', 'bonusAfter', 'debtAfter', 'premium', 'started'] as const;
type Before = Pick<BookRow, '_id' | (typeof LEFT)[number]>;

/**
 * Checks each row against the one before it, from the batch or read with it.
 *
 * - C1: each balance, and each debt, is the one before it plus the row.
 * - C2: none is negative, and no member has bought credits and a debt together.
 * - C8: premium begins with a purchase and ends only with a refund or a charge-back.
 * - C9: rows are numbered 1, 2, 3 … under their own ids, as inserts leave them.
 * - L1: a free member has started no more conversations than the site allows.
 */
export async function* checkRows(audit: Audit, rows: readonly BookRow[]): AsyncGenerator<Violation> {
  const before = new Map<string, Before>(rows.map((row) => [row._id, row]));
  const missing = rows.filter(({ n }) => n > 1).map(({ owner, n }) => rowId(owner, n - 1));
  const fetched = await documentsOf<Before>(
    audit,
    LEDGER,
    missing.filter((_id) => !before.has(_id)),
    LEFT,
  );
  const beginning: BookRow[] = [];
  for (const row of rows) {
    const id = rowId(row.owner, row.n - 1);
    const last = row.n === 1 ? undefined : (before.get(id) ?? fetched.get(id));
    yield* checkRow(row, last);
    const begins = row.kind === 'hold' && row.started.length > (last?.started.length ?? 0);
    if (begins && !row.premium && row.at >= audit.from) beginning.push(row);
  }
  yield* checkStarted(audit, beginning);
}

function* checkRow(row: BookRow, before: Before | undefined): Generator<Violation> {
  if (!followsRow(row, before)) {
    yield { invariant: 'C9', subject: row._id, detail: `row ${row.n} without the row before it` };
    return;
  }
  const { purchased, bonus, debt } = sumOf(row, before);
  const balance = `${row.purchasedAfter} + ${row.bonusAfter}, debt ${row.debtAfter}`;
  if (row.purchasedAfter !== purchased || row.bonusAfter !== bonus || row.debtAfter !== debt) {
    yield {
      invariant: 'C1',
      subject: row._id,
      detail: `balance ${balance}, the rows add up to ${purchased} + ${bonus}, debt ${debt}`,
    };
  }
  const isBelow = Math.min(row.purchasedAfter, row.bonusAfter, row.debtAfter) < 0;
  if (isBelow || (row.purchasedAfter > 0 && row.debtAfter > 0)) {
    yield { invariant: 'C2', subject: row._id, detail: `balance ${balance}` };
  }
  yield* checkPremium(row, before?.premium ?? false);
}

/** The balances that a row should leave: those before it plus the row. */
function sumOf(row: BookRow, before: Before | undefined) {
  const { purchasedAfter = 0, bonusAfter = 0, debtAfter = 0 } = before ?? {};
  return {
    purchased: purchasedAfter + row.purchased,
    bonus: bonusAfter + row.bonus,
    debt: debtAfter + (row.debt ?? 0),
  };
}

function* checkPremium(row: BookRow, before: boolean): Generator<Violation> {
  if (mayBePremium(row, before)) return;
  const detail = `a ${row.kind} sets the member to ${row.premium ? 'premium' : 'free'}`;
  yield { invariant: 'C8', subject: row._id, detail };
}

/** True if a row may have this premium status; a returned refund, or a dispute that was won, may restore it. */
function mayBePremium({ kind, premium, hold }: BookRow, before: boolean): boolean {
  if (kind === 'purchase') return premium;
  if (kind === 'return' && !hold) return premium || !before;
  if (kind === 'refund' || kind === 'chargeback') return before || !premium;
  return premium === before;
}

function followsRow(row: BookRow, before: Before | undefined): boolean {
  return row._id === rowId(row.owner, row.n) && (row.n === 1 || (row.n > 1 && before !== undefined));
}

/**
 * L1 for rows that begin a conversation of a free member. A limit lowered later makes old rows wrong only for
 * a while.
 */
async function* checkStarted(audit: Audit, rows: readonly BookRow[]): AsyncGenerator<Violation> {
  const accounts = await documentsOf<{ _id: string; site: string }>(
    audit,
    'accounts',
    rows.map(({ owner }) => owner),
    ['site'],
  );
  for (const row of rows) {
    const allowed = await audit.freeConversations(accounts.get(row.owner)?.site ?? 'default');
    if (row.started.length > allowed) {
      yield { invariant: 'L1', subject: row._id, detail: `${row.started.length} conversations started` };
    }
  }
}
