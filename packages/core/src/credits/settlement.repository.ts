import { DURABLE, type Mongo, UnknownOutcome, uniqueBy } from '@heartline/platform';

/**
 * The outcome of a hold. One insert per hold decides: the first of `debit` and `void` is final, so a message
 * is charged once or not at all.
 */
export interface Settlement {
  /** `<member>:<clientId>` */
  _id: string;
  outcome: 'debit' | 'void';
  at: number;
}

const SETTLEMENTS = 'settlements';

export function settlementId(member: string, clientId: string): string {
  return `${member}:${clientId}`;
}

/** Closes one hold and returns its settlement, whichever call closed it. */
export async function settle(mongo: Mongo, wanted: Settlement): Promise<Settlement> {
  const [existing = wanted] = await closeHolds(mongo, [wanted]);
  return existing;
}

/** Closes many holds as debits; those already closed stay as they are. */
export async function settleDebits(mongo: Mongo, ids: readonly string[], at: number): Promise<void> {
  await closeHolds(
    mongo,
    ids.map((_id) => ({ _id, outcome: 'debit', at })),
  );
}

/**
 * Inserts settlements in bulks and returns those that existed before; a repeated id is inserted once. A
 * database may refuse a row for other reasons than a duplicate, so refused ones are looked up.
 * @throws {UnknownOutcome} when one is neither written nor found.
 */
async function closeHolds(mongo: Mongo, given: readonly Settlement[]): Promise<Settlement[]> {
  const commit = mongo.groupCommit<Settlement>(SETTLEMENTS);
  const wanted = uniqueBy(given, ({ _id }) => _id);
  const written = await Promise.all(wanted.map((one) => commit.insert([one]).catch(() => 0)));
  const refused = wanted.filter((_, index) => written[index] === 0).map(({ _id }) => _id);
  const existing = await findSettlements(mongo, refused);
  if (existing.length < refused.length) {
    throw new UnknownOutcome(`${refused.length - existing.length} settlements neither written nor found`);
  }
  return existing;
}

/** The existing settlements among `ids`. */
export async function findSettlements(mongo: Mongo, ids: readonly string[]): Promise<Settlement[]> {
  if (ids.length === 0) return [];
  return mongo.connection
    .collection<Settlement>(SETTLEMENTS)
    .find({ _id: { $in: [...ids] } }, { readConcern: { level: DURABLE.w } })
    .toArray();
}

/** True if each of these holds is debited. The database counts them, so no rows are transferred. */
export async function areDebited(mongo: Mongo, ids: readonly string[]): Promise<boolean> {
  const asked = [...new Set(ids)];
  const debited = await mongo.connection
    .collection<Settlement>(SETTLEMENTS)
    .countDocuments({ _id: { $in: asked }, outcome: 'debit' }, { readConcern: { level: DURABLE.w } });
  return debited === asked.length;
}
