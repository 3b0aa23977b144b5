import { DURABLE, insertOnce, type Mongo } from '@heartline/platform';

/** An unsettled direct debit, or one that is about to be ordered. */
export interface DebitSlot {
  payment: string;
  cents: number;
  at: number;
}

/** The unsettled direct debits of one member. `openCents` is the sum of `holders`. */
export interface DebitLimitDoc {
  /** The member. */
  _id: string;
  openCents: number;
  holders: DebitSlot[];
}

const DEBIT_LIMITS = 'debitLimits';

const limits = ({ connection }: Mongo) => connection.collection<DebitLimitDoc>(DEBIT_LIMITS);

export async function findDebitLimit(mongo: Mongo, member: string): Promise<DebitLimitDoc | undefined> {
  return (await limits(mongo).findOne({ _id: member })) ?? undefined;
}

/**
 * Takes a place for a debit within the limit, in one conditional write; false if the limit is reached. A payment takes one
 * place however often it asks.
 */
export async function takeDebitSlot(
  mongo: Mongo,
  member: string,
  slot: DebitSlot,
  limitCents: number,
): Promise<boolean> {
  if (slot.cents > limitCents) return false;
  const taken = await limits(mongo).updateOne(
    {
      _id: member,
      'holders.payment': { $ne: slot.payment },
      openCents: { $lte: limitCents - slot.cents },
    },
    { $inc: { openCents: slot.cents }, $push: { holders: slot } },
    { writeConcern: DURABLE },
  );
  if (taken.modifiedCount === 1) return true;
  const limit = await findDebitLimit(mongo, member);
  if (!limit) await insertOnce(limits(mongo), { _id: member, openCents: 0, holders: [] });
  else if (limit.holders.some(({ payment }) => payment === slot.payment)) return true;
  else if (limit.openCents > limitCents - slot.cents) return false;
  // Another request stored or freed a place in between.
  return takeDebitSlot(mongo, member, slot, limitCents);
}

/** Frees the place of a payment, once. */
export async function freeDebitSlot(
  mongo: Mongo,
  member: string,
  { payment, cents }: DebitSlot,
): Promise<void> {
  await limits(mongo).updateOne(
    { _id: member, 'holders.payment': payment },
    { $inc: { openCents: -cents }, $pull: { holders: { payment } } },
    { writeConcern: DURABLE },
  );
}

export async function eraseDebitLimitOf(mongo: Mongo, member: string): Promise<void> {
  await limits(mongo).deleteMany({ _id: member });
}
