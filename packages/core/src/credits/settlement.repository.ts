import { DURABLE, type Mongo, UnknownOutcome } from '@heartline/platform';

/**
 * How a hold ended. One insert per hold; it is the arbiter: whichever of `debit` and `void` stands first stands for
 * ever, so a message is charged once or not at all.
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

/** Closes one hold and says how it is closed, whoever closed it first. */
export async function settle(mongo: Mongo, wanted: Settlement): Promise<Settlement> {
  try {
    await mongo.groupCommit<Settlement>(SETTLEMENTS).insert(wanted);
    return wanted;
  } catch (error) {
    const [standing] = await findSettlements(mongo, [wanted._id]);
    if (standing) return standing;
    throw error;
  }
}

/**
 * Closes many holds as debits in one bulk; those already closed stay as they are. Engines refuse a row for other
 * reasons than that it stands, so what was refused is looked up; rejects when one is neither written nor there.
 */
export async function settleDebits(mongo: Mongo, ids: readonly string[], at: number): Promise<void> {
  const commit = mongo.groupCommit<Settlement>(SETTLEMENTS);
  const outcomes = await Promise.allSettled(ids.map((_id) => commit.insert({ _id, outcome: 'debit', at })));
  const refused = ids.filter((_, index) => outcomes[index]?.status === 'rejected');
  const standing = await findSettlements(mongo, refused);
  if (standing.length < refused.length) {
    throw new UnknownOutcome(`${refused.length - standing.length} settlements were refused`);
  }
}

/** The settlements among `ids` that stand. */
export async function findSettlements(mongo: Mongo, ids: readonly string[]): Promise<Settlement[]> {
  if (ids.length === 0) return [];
  return mongo.connection
    .collection<Settlement>(SETTLEMENTS)
    .find({ _id: { $in: [...ids] } }, { readConcern: { level: DURABLE.w } })
    .toArray();
}

/** Whether each of these holds stands as debited. Counted by the engine: nothing of what it finds travels. */
export async function areDebited(mongo: Mongo, ids: readonly string[]): Promise<boolean> {
  const debited = await mongo.connection
    .collection<Settlement>(SETTLEMENTS)
    .countDocuments({ _id: { $in: [...ids] }, outcome: 'debit' }, { readConcern: { level: DURABLE.w } });
  return debited === ids.length;
}
