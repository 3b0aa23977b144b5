import type { RefundState } from '@heartline/contracts';
import { DURABLE, type Mongo } from '@heartline/platform';

/**
 * A refund on its way. The ledger row comes first and says how much; this row says how far the money is.
 *
 *   asked ── no ledger row after a minute → gone
 *     ↓ ledger row stands
 *   pending ─→ completed (the provider paid it back)
 *           └→ failed (it will not; the credits are back)
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
  /** The provider’s name for it; null until it answered. */
  refundId: string | null;
  createdAt: number;
  checkedAt: number;
}

export const REFUNDS = 'refunds';

const refunds = ({ connection }: Mongo) => connection.collection<RefundDoc>(REFUNDS);

export const refundDocId = (payment: string, turn: number) => `${payment}:${turn}`;

/**
 * Writes down that a refund was asked for, or finds the one that stands. A wish that is not decided yet begins anew, so
 * that nobody who saw it as old gives it up under this one.
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
        // Never back: who asked later has as long as who asked first.
        { $max: { createdAt } },
        { returnDocument: 'after', writeConcern: DURABLE },
      )) ?? (await refunds(mongo).findOne({ _id }));
    if (existing) return existing;
    throw error;
  }
}

/** Changes a refund that still is in this state; nothing when it moved on. */
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

/** Gives up a wish, if it still is the one that was read. */
export async function dropRefund(
  mongo: Mongo,
  { _id, createdAt }: Pick<RefundDoc, '_id' | 'createdAt'>,
): Promise<void> {
  await refunds(mongo).deleteMany({ _id, state: 'asked', createdAt });
}

/** Refunds that have not ended; of one payment, or a bounded number of all, those not asked about for longest first. */
export function openRefunds(mongo: Mongo, payment?: string): Promise<RefundDoc[]> {
  return refunds(mongo)
    .find({ state: { $in: ['asked', 'pending'] }, ...(payment === undefined ? {} : { payment }) })
    .sort({ checkedAt: 1 })
    .limit(1_000)
    .toArray();
}

/** The member’s refunds, the latest first. */
export async function refundsOf(mongo: Mongo, member: string): Promise<RefundDoc[]> {
  const rows = await refunds(mongo).find({ member }).limit(1_000).toArray();
  return rows.filter((row) => row.state !== 'asked').sort((a, b) => b.createdAt - a.createdAt);
}
