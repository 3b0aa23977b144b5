import { DURABLE, type Mongo } from '@heartline/platform';

/**
 * A member’s welcome discount. One document per member, every step one conditional write:
 *
 *     running (endedAt null) ── held by one payment at a time (`payment`), so it is used once
 *       └─→ ended, by its time or by a purchase; the call that ends it notifies the member
 */
export interface BonusDoc {
  /** The member. */
  _id: string;
  endsAt: number;
  endedAt: number | null;
  payment: string | null;
  heldAt: number | null;
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

/** Gives the running discount to `payment`, if `holder` (another payment, or none) still has it. */
export async function holdBonus(
  mongo: Mongo,
  member: string,
  hold: { payment: string; holder: string | null; now: number },
): Promise<boolean> {
  const held = await bonuses(mongo).updateOne(
    { _id: member, endedAt: null, endsAt: { $gt: hold.now }, payment: { $in: [hold.holder, hold.payment] } },
    { $set: { payment: hold.payment, heldAt: hold.now } },
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

/** Ends the discount that a payment holds, also an expired one, unless another payment took it. */
export async function endHeldBonus(
  mongo: Mongo,
  member: string,
  { payment, now }: { payment: string; now: number },
): Promise<'ended' | 'over' | 'of another'> {
  const ended = await bonuses(mongo).updateOne(
    { _id: member, payment, endedAt: null },
    { $set: { endedAt: now } },
    { writeConcern: DURABLE },
  );
  if (ended.modifiedCount === 1) return 'ended';
  return (await bonuses(mongo).findOne({ _id: member }))?.payment === payment ? 'over' : 'of another';
}

/** Members whose discount should have ended by now and has not; a bounded number. */
export async function findOverdueBonuses(mongo: Mongo, now: number): Promise<string[]> {
  const overdue = await bonuses(mongo)
    .find({ endedAt: null, endsAt: { $lte: now } })
    .limit(1_000)
    .toArray();
  return overdue.map((bonus) => bonus._id);
}
