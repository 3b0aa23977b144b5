import { DURABLE, insertOnce, type Mongo } from '@heartline/platform';

/** The order whose money a bank took back, as mails name it. */
export interface TakenOrder {
  payment: string;
  cents: number;
  currency: string;
  boughtAt: number;
}

/**
 * A member who owes credits that a bank took back. The ledger says how many.
 *
 *     open ─→ ended (a purchase or a won dispute repaid it) ─→ open, as the next turn
 */
export interface DebtDoc {
  /** The member. */
  _id: string;
  state: 'open' | 'ended';
  /** Counts the debts of the member: ids of mails contain it. */
  turn: number;
  since: number;
  /** The ledger row that this turn began with. */
  n: number;
  /** Reminders sent since then: 2 means that a person is next. */
  reminders: number;
  /** When the last of them was sent; null before the first. */
  remindedAt: number | null;
  /** The first order of this turn. */
  order: TakenOrder;
}

export const DEBTS = 'debts';

/** Members who owe are few: one pass reads them all. */
const AT_ONCE = 10_000;

const debts = ({ connection }: Mongo) => connection.collection<DebtDoc>(DEBTS);

/** A ledger row that made a debt: its number, and the credits that were owed before it. */
export interface DebtRow {
  n: number;
  before: number;
}

/**
 * Opens the debt of a member, unless it is open. A debt after a repaid one is a new turn, which the row tells if no pass
 * saw the end: nothing was owed before it. Safe to repeat.
 */
export async function openDebt(
  mongo: Mongo,
  member: string,
  { order, row: { n, before } }: { order: TakenOrder; row: DebtRow },
  now: number,
): Promise<void> {
  const fresh = { state: 'open', since: now, n, reminders: 0, remindedAt: null, order } as const;
  const known = await insertOnce(debts(mongo), { _id: member, turn: 1, ...fresh }, { writeConcern: DURABLE });
  if (!known || known.n >= n || (known.state === 'open' && before > 0)) return;
  const { turn, state } = known;
  const opened = await debts(mongo).updateOne(
    { _id: member, state, turn },
    { $set: fresh, $inc: { turn: 1 } },
    { writeConcern: DURABLE },
  );
  // It ended meanwhile, or another row opened it.
  if (opened.matchedCount === 0) await openDebt(mongo, member, { order, row: { n, before } }, now);
}

/** Open debts, the oldest first; a bounded number. */
export function openDebts(mongo: Mongo, limit: number = AT_ONCE): Promise<DebtDoc[]> {
  return debts(mongo).find({ state: 'open' }).sort({ since: 1 }).limit(limit).toArray();
}

/** Changes an open debt of this turn; nothing if it has ended since. */
export async function changeDebt(
  mongo: Mongo,
  { _id, turn }: Pick<DebtDoc, '_id' | 'turn'>,
  change: Partial<Pick<DebtDoc, 'state' | 'reminders' | 'remindedAt'>>,
): Promise<void> {
  await debts(mongo).updateOne({ _id, turn, state: 'open' }, { $set: change }, { writeConcern: DURABLE });
}

/** Open debts by who acts next: reminders, or a person. */
export async function debtFigures(mongo: Mongo): Promise<{ reminding: number; person: number }> {
  const [reminding, person] = await Promise.all([
    debts(mongo).countDocuments({ state: 'open', reminders: { $lt: 2 } }),
    debts(mongo).countDocuments({ state: 'open', reminders: { $gte: 2 } }),
  ]);
  return { reminding, person };
}

export async function eraseDebt(mongo: Mongo, member: string): Promise<void> {
  await debts(mongo).deleteMany({ _id: member });
}
