import type { RefundState, RefundWait } from '@heartline/contracts';
import { DURABLE, type Mongo } from '@heartline/platform';

/**
 * A refund in progress. The ledger row comes first and decides the amount; this row has the state of the
 * money.
 *
 *     asked ── no ledger row after a minute → deleted
 *       ↓ ledger row exists
 *     pending ─→ completed (the provider paid it back)
 *        └→ failed (it will not; the credits are back)
 */
export interface RefundDoc {
  /** `<payment>:<turn>` */
  _id: string;
  member: string;
  payment: string;
  turn: number;
  credits: number;
  cents: number;
  currency: string;
  state: 'asked' | RefundState;
  /** The provider’s id; null until it answered. */
  refundId: string | null;
  /** The reason why the money may not move yet; null or absent if there is none. */
  waits?: RefundWait | null;
  createdAt: number;
  checkedAt: number;
}

export const REFUNDS = 'refunds';

const refunds = ({ connection }: Mongo) => connection.collection<RefundDoc>(REFUNDS);

export const refundDocId = (payment: string, turn: number) => `${payment}:${turn}`;

/**
 * Stores a refund request, or returns the existing one. Renews an undecided request, so that a process that
 * saw it as expired cannot drop it.
 */
export async function keepRefund(mongo: Mongo, doc: RefundDoc): Promise<RefundDoc> {
  try {
    await refunds(mongo).insertOne(doc, { writeConcern: DURABLE });
    return doc;
  } catch (error) {
    const { _id, createdAt } = doc;
    const existing =
      (await refunds(mongo).findOneAndUpdate(
        { _id, state: 'asked' },
        // Never back: every caller gets the full time.
        { $max: { createdAt } },
        { returnDocument: 'after', writeConcern: DURABLE },
      )) ?? (await refunds(mongo).findOne({ _id }));
    if (existing) return existing;
    throw error;
  }
}

/** Changes a refund that is still in this state; undefined if it has moved on. */
export async function changeRefund(
  mongo: Mongo,
  expected: Pick<RefundDoc, '_id' | 'state'>,
  change: Partial<RefundDoc>,
): Promise<RefundDoc | undefined> {
  const changed = await refunds(mongo).findOneAndUpdate(
    { _id: expected._id, state: expected.state },
    { $set: change },
    { returnDocument: 'after', writeConcern: DURABLE },
  );
  return changed ?? undefined;
}

/** Deletes a request, if it is unchanged since it was read. */
export async function dropRefund(
  mongo: Mongo,
  { _id, createdAt }: Pick<RefundDoc, '_id' | 'createdAt'>,
): Promise<void> {
  await refunds(mongo).deleteMany({ _id, state: 'asked', createdAt });
}

/** Unfinished refunds, of one payment or a bounded number of all; the longest unasked come first. */
export function openRefunds(mongo: Mongo, payment?: string): Promise<RefundDoc[]> {
  return refunds(mongo)
    .find({ state: { $in: ['asked', 'pending'] }, ...(payment === undefined ? {} : { payment }) })
    .sort({ checkedAt: 1 })
    .limit(1_000)
    .toArray();
}

/** The member’s refunds, latest first. */
export async function refundsOf(mongo: Mongo, member: string): Promise<RefundDoc[]> {
  const rows = await refunds(mongo).find({ member }).limit(1_000).toArray();
  return rows.filter((row) => row.state !== 'asked').sort((a, b) => b.createdAt - a.createdAt);
}
