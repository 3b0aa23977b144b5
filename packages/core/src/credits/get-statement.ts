import type {
  getStatement as contract,
  LedgerKind,
  OutputOf,
  StatementEntry,
  StatementFilter,
} from '@heartline/contracts';
import { clientIdOf, worthOfChange } from '@heartline/domain';
import type { Mongo, Publisher } from '@heartline/platform';
import { balanceAfter } from './balance-after.ts';
import { holdKey } from './hold-credits.ts';
import { LEDGER, type Ledger, type LedgerRow } from './ledger.repository.ts';
import { lotsAt, paymentOf, readTrades } from './lots.ts';
import { findSettlements, type Settlement, settlementId } from './settlement.repository.ts';

/** Rows on one page of the statement. */
const STATEMENT_PAGE = 30;
/** Rows in one read while looking for open holds. */
const OPEN_HOLDS_STEP = 200;
/** Part of the swept time that is read again, for a hold that was written late. */
const SWEPT_AGAIN_MS = 300_000;
/** Rows searched for one filtered page: a rare kind may take more pages, but no page takes long. */
const FILTER_STEP = 300;
const FILTER_STEPS = 10;

/** Lines about a payment, besides returns. */
const TRADES: ReadonlySet<LedgerKind> = new Set(['purchase', 'refund', 'chargeback']);

const SHOWN: Readonly<Record<Exclude<StatementFilter, 'all'>, ReadonlySet<LedgerKind>>> = {
  bought: new Set(['purchase', 'refund', 'chargeback']),
  spent: new Set(['hold']),
  returned: new Set(['void', 'return']),
  granted: new Set(['grant', 'adjust']),
};

export interface StatementDeps {
  mongo: Mongo;
  ledger: Ledger;
  publisher: Publisher;
  /** The recipient of a message. */
  personOf(member: string): Promise<{ name: string; fictional: boolean } | undefined>;
  /** The time up to which the sweep has closed every hold; undefined before its first pass. */
  sweptUntil(): Promise<number | undefined>;
  /** Receipts and credit notes of a member, by the keys of their ledger rows. */
  receiptLinks(member: string, keys: readonly string[]): Promise<Receipts>;
}

type Receipts = ReadonlyMap<string, NonNullable<StatementEntry['receipt']>>;

/**
 * A page of the statement, newest first. Every row's `balance` is the one before plus its `credits`, also
 * across rows that are not shown.
 */
export async function getStatement(
  deps: StatementDeps,
  member: string,
  { before, filter = 'all' }: { before?: number | undefined; filter?: StatementFilter | undefined } = {},
): Promise<OutputOf<typeof contract>> {
  const version = await deps.publisher.versionOf(member);
  const tail = await deps.ledger.freshTail(member);
  const trades = await readTrades(deps.mongo, member);
  const last = Math.min(tail?.n ?? 0, (before ?? Number.POSITIVE_INFINITY) - 1);
  const { rows, first } = await pageOf(deps.ledger, member, last, filter);
  return {
    ...partsOf(tail),
    held: await heldCredits(deps, member, tail),
    entries: await presentEntries(deps, rows, trades),
    hasOlder: first > 1,
    next: first > 1 ? first : null,
    version,
  };
}

/** The credits after a row, and those of each kind. */
function partsOf(tail: LedgerRow | undefined) {
  const { credits, debt } = balanceAfter(tail);
  return { credits, purchased: tail?.purchasedAfter ?? 0, bonus: tail?.bonusAfter ?? 0, debt };
}

/** Rows of one page, newest first, and the lowest row searched. */
async function pageOf(
  ledger: Ledger,
  member: string,
  last: number,
  filter: StatementFilter,
): Promise<{ rows: LedgerRow[]; first: number }> {
  if (filter === 'all') {
    const first = Math.max(1, last - STATEMENT_PAGE + 1);
    return { rows: (await ledger.range(member, first, last)).reverse(), first };
  }
  const kinds = SHOWN[filter];
  const rows: LedgerRow[] = [];
  let first = last + 1;
  for (let step = 0; step < FILTER_STEPS && first > 1; step += 1) {
    const from = Math.max(1, first - FILTER_STEP);
    const found = (await ledger.range(member, from, first - 1))
      .reverse()
      .filter((row) => kinds.has(row.kind));
    first = from;
    rows.push(...found);
    if (rows.length > STATEMENT_PAGE) {
      const shown = rows.slice(0, STATEMENT_PAGE);
      return { rows: shown, first: shown.at(-1)?.n ?? first };
    }
  }
  return { rows, first };
}

/** Rows as lines of the statement, in the given order. */
export async function presentEntries(
  deps: Pick<StatementDeps, 'mongo' | 'personOf' | 'receiptLinks'>,
  rows: readonly LedgerRow[],
  trades: readonly LedgerRow[],
): Promise<StatementEntry[]> {
  const [settled, origins, receipts] = await Promise.all([
    settlementsOf(deps.mongo, rows),
    originsOf(deps.mongo, rows),
    receiptsFor(deps, rows),
  ]);
  return Promise.all(rows.map((row) => presentEntry(deps, row, { settled, origins, trades, receipts })));
}

/** Receipts of the purchases and refunds among these rows of one member. */
async function receiptsFor(
  deps: Pick<StatementDeps, 'receiptLinks'>,
  rows: readonly LedgerRow[],
): Promise<Receipts> {
  const sold = rows.filter(({ kind }) => kind === 'purchase' || kind === 'refund' || kind === 'chargeback');
  const [row] = sold;
  return row
    ? deps.receiptLinks(
        row.owner,
        sold.map(({ key }) => key),
      )
    : new Map();
}

/** Further data to present the lines of a page. */
interface Beside {
  settled: ReadonlyMap<string, Settlement['outcome']>;
  origins: Origins;
  trades: readonly LedgerRow[];
  receipts: Receipts;
}

type Origins = ReadonlyMap<string | undefined, NonNullable<StatementEntry['of']>>;

/** The lines that these rows of one member return, by their keys. */
async function originsOf(mongo: Mongo, rows: readonly LedgerRow[]): Promise<Origins> {
  const keys = rows.flatMap((row) => originKey(row) ?? []);
  if (keys.length === 0) return new Map();
  const found = await mongo.connection
    .collection<LedgerRow>(LEDGER)
    .find({ owner: rows[0]?.owner ?? '', key: { $in: keys } })
    .project<Pick<LedgerRow, 'key' | 'n' | 'at' | 'reason'>>({ key: 1, n: 1, at: 1, reason: 1 })
    .toArray();
  return new Map(found.map(({ key, n, at, reason }) => [key, { n, at, reason }]));
}

/** `void:x` and `return:x` return `hold:x`; `return:refund:x` returns `refund:x`, and so does a won dispute. */
function originKey(row: LedgerRow): string | undefined {
  if (row.kind !== 'void' && row.kind !== 'return') return undefined;
  return row.hold ? holdKey(clientIdOf(row)) : clientIdOf(row);
}

/**
 * Credits in open holds. Holds close within seconds, so usually only the last rows are read; after an outage,
 * all rows since the last sweep.
 */
async function heldCredits(
  deps: Pick<StatementDeps, 'ledger' | 'mongo' | 'sweptUntil'>,
  member: string,
  tail: LedgerRow | undefined,
): Promise<number> {
  const closedUntil = ((await deps.sweptUntil()) ?? 0) - SWEPT_AGAIN_MS;
  let held = 0;
  for (let last = tail?.n ?? 0; last > 0; last -= OPEN_HOLDS_STEP) {
    const rows = await deps.ledger.range(member, Math.max(1, last - OPEN_HOLDS_STEP + 1), last);
    const settled = await settlementsOf(deps.mongo, rows);
    for (const row of rows) {
      if (row.kind === 'hold' && !settled.has(clientIdOf(row))) held -= row.purchased + row.bonus;
    }
    if ((rows[0]?.at ?? 0) < closedUntil) break;
  }
  return held;
}

async function settlementsOf(
  mongo: Mongo,
  rows: readonly LedgerRow[],
): Promise<Map<string, Settlement['outcome']>> {
  const holds = rows.filter((row) => row.kind === 'hold');
  const found = await findSettlements(
    mongo,
    holds.map((row) => settlementId(row.owner, clientIdOf(row))),
  );
  return new Map(found.map(({ _id, outcome }) => [_id.slice(_id.indexOf(':') + 1), outcome]));
}

async function presentEntry(
  deps: Pick<StatementDeps, 'personOf'>,
  row: LedgerRow,
  { settled, origins, trades, receipts }: Beside,
): Promise<StatementEntry> {
  return {
    n: row.n,
    kind: row.kind,
    state: entryState(row, settled),
    reason: row.reason,
    credits: row.purchased + row.bonus,
    debt: row.debt ?? 0,
    balance: balanceAfter(row).credits,
    profile: await profileOf(deps, row),
    conversation: row.hold?.conversation ?? null,
    money: row.money ?? null,
    worth: worthOf(row, trades),
    of: origins.get(originKey(row)) ?? null,
    payment: isTrade(row) ? paymentOf(row) : null,
    receipt: receipts.get(row.key) ?? null,
    at: row.at,
  };
}

/** True for a purchase, and for what moved of one: a refund, a charge-back, or the return of either. */
function isTrade({ kind, hold }: LedgerRow): boolean {
  return TRADES.has(kind) || (kind === 'return' && !hold);
}

/** The other member of a message's row; null for other rows. */
async function profileOf(
  deps: Pick<StatementDeps, 'personOf'>,
  { hold }: LedgerRow,
): Promise<StatementEntry['profile']> {
  if (!hold) return null;
  const person = await deps.personOf(hold.profile);
  return { id: hold.profile, name: person?.name ?? '', fictional: person?.fictional ?? false };
}

/** The cost of a message's bought credits, at the prices of their packs. */
function worthOf(row: LedgerRow, trades: readonly LedgerRow[]): StatementEntry['worth'] {
  if (!row.hold || row.purchased === 0) return [];
  const spent = worthOfChange(lotsAt(trades, row.n), row.purchasedAfter - row.purchased, row.purchasedAfter);
  return spent.map(({ cents, currency }) => ({ cents: -cents, currency }));
}

function entryState(row: LedgerRow, settled: Beside['settled']): StatementEntry['state'] {
  if (row.kind !== 'hold') return 'done';
  const outcome = settled.get(clientIdOf(row));
  if (outcome === undefined) return 'held';
  return outcome === 'debit' ? 'spent' : 'returned';
}
