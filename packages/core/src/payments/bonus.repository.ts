import { DURABLE, type Mongo } from '@heartline/platform';

/**
 * A member’s welcome discount, and their one discounted checkout. One document per member, every step one
 * conditional write:
 *
 *     welcome discount: running (endedAt null) ──→ ended, by its time or by a purchase
 *     hold of any code: free ──→ held by one payment (`payment`, `code`) ──→ held by the next one
 *
 * The call that ends the welcome discount notifies the member.
 */
export interface BonusDoc {
  /** The member. */
  _id: string;
  endsAt: number;
  endedAt: number | null;
  /** The payment that holds a discount, or the last one that did. */
  payment: string | null;
  heldAt: number | null;
  /** The code it holds; absent in rows of earlier versions, which held only the welcome discount. */
  code?: string;
}

export const BONUSES = 'bonuses';

const bonuses = (mongo: Mongo) => mongo.connection.collection<BonusDoc>(BONUSES);

/** Creates the member’s discount, once; repeated calls change nothing. */
export async function openBonus(mongo: Mongo, member: string, endsAt: number): Promise<BonusDoc> {
  const fresh = { endsAt, endedAt: null, payment: null, heldAt: null };
  try {
    await bonuses(mongo).updateOne({ _id: member }, { $setOnInsert: fresh }, { upsert: true });
  } catch {
    // Of two concurrent first calls one inserted the row that is read below.
  }
  const bonus = await bonuses(mongo).findOne({ _id: member });
  if (!bonus) throw new Error('welcome discount not found after its insert');
  return bonus;
}

/**
 * True if the member’s discount has ended: by its time, or by the first purchase, which a refund does not
 * undo.
 */
export async function hasBonusEnded(mongo: Mongo, member: string): Promise<boolean> {
  return (await bonuses(mongo).countDocuments({ _id: member, endedAt: { $ne: null } }, { limit: 1 })) === 1;
}

export async function findHold(mongo: Mongo, member: string): Promise<BonusDoc | undefined> {
  return (await bonuses(mongo).findOne({ _id: member })) ?? undefined;
}

/**
 * Gives the member’s hold to `payment`, if `holder` (another payment, or none) still has it. The welcome discount must
 * still run.
 */
export async function holdDiscount(
  mongo: Mongo,
  member: string,
  hold: { payment: string; holder: string | null; code: string; isBonus: boolean; now: number },
): Promise<boolean> {
  const { payment, holder, code, isBonus, now } = hold;
  const held = await bonuses(mongo).updateOne(
    {
      _id: member,
      payment: { $in: [holder, payment] },
      ...(isBonus && { endedAt: null, endsAt: { $gt: now } }),
    },
    { $set: { payment, code, heldAt: now } },
    { writeConcern: DURABLE },
  );
  return held.matchedCount === 1;
}

/**
 * Marks that the holder of the discount is not being opened any more: another payment may take it at once.
 */
export async function noteNotOpening(mongo: Mongo, member: string, payment: string): Promise<void> {
  await bonuses(mongo).updateOne({ _id: member, payment }, { $set: { heldAt: null } });
}

/** Ends a discount whose time is up by `dueBy`; true for the one call that ended it. */
export async function endBonus(
  mongo: Mongo,
  member: string,
  { dueBy, now }: { dueBy: number; now: number },
): Promise<boolean> {
  const ended = await bonuses(mongo).updateOne(
    { _id: member, endedAt: null, endsAt: { $lte: dueBy } },
    { $set: { endedAt: now } },
    { writeConcern: DURABLE },
  );
  return ended.modifiedCount === 1;
}

/** Members whose discount should have ended by now and has not; a bounded number. */
export async function findOverdueBonuses(mongo: Mongo, now: number): Promise<string[]> {
  const overdue = await bonuses(mongo)
    .find({ endedAt: null, endsAt: { $lte: now } })
    .limit(1_000)
    .toArray();
  return overdue.map((bonus) => bonus._id);
}
