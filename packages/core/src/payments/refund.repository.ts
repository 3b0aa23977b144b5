import type { RefundState, RefundWait } from '@heartline/contracts';
import { DURABLE, type Mongo, under } from '@heartline/platform';

/**
 * A refund in progress. The ledger row comes first and decides the amount; this row has the state of the
 * money.
 *
 *     asked ── no ledger row after a minute → deleted
 *       ↓ ledger row exists
 *     pending ─→ completed (the provider paid it back) ─→ bounced (the bank sent it back; the credits are back)
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
  /** When a paid one is looked at next, since its money may come back; null or absent for no more. */
  watchAt?: number | null;
  /** When an operator dealt with one that bounced; absent before. */
  handledAt?: number;
  createdAt: number;
  checkedAt: number;
}

export const REFUNDS = 'refunds';

/** Refunds that one pass reads at most. */
const AT_ONCE = 1_000;

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

/** Unfinished refunds, the longest unasked first; a bounded number. */
export function openRefunds(mongo: Mongo): Promise<RefundDoc[]> {
  return refunds(mongo)
    .find({ state: { $in: ['asked', 'pending'] } })
    .sort({ checkedAt: 1 })
    .limit(AT_ONCE)
    .toArray();
}

/** Every refund of a payment that can still change. */
export function refundsOfPayment(mongo: Mongo, payment: string): Promise<RefundDoc[]> {
  return refunds(mongo)
    .find({ _id: under(payment), state: { $in: ['asked', 'pending', 'completed'] } })
    .limit(AT_ONCE)
    .toArray();
}

/** Paid refunds that are due to be looked at, the longest due first; a bounded number. */
export function watchedRefunds(mongo: Mongo, now: number): Promise<RefundDoc[]> {
  return refunds(mongo)
    .find({ state: 'completed', watchAt: { $lte: now } })
    .sort({ watchAt: 1 })
    .limit(AT_ONCE)
    .toArray();
}

/** Paid refunds of a payment are due at once, so that no crash or outage loses the news of a webhook. */
export async function noteRefundsReported(mongo: Mongo, payment: string, now: number): Promise<void> {
  await refunds(mongo).updateMany(
    { _id: under(payment), state: 'completed' },
    { $set: { watchAt: now } },
    { writeConcern: DURABLE },
  );
}

/** Refunds that bounced and that no operator dealt with, the oldest first. */
export function bouncedRefunds(mongo: Mongo, limit: number): Promise<RefundDoc[]> {
  return refunds(mongo)
    .find({ state: 'bounced', handledAt: { $exists: false } })
    .sort({ createdAt: 1 })
    .limit(limit)
    .toArray();
}

/** An operator dealt with a refund that bounced. Returns it; undefined if there is no such refund. */
export async function handleBounced(mongo: Mongo, id: string, now: number): Promise<RefundDoc | undefined> {
  const bounced = { _id: id, state: 'bounced' } as const;
  await refunds(mongo).updateOne(
    { ...bounced, handledAt: { $exists: false } },
    { $set: { handledAt: now } },
    { writeConcern: DURABLE },
  );
  return (await refunds(mongo).findOne(bounced)) ?? undefined;
}

/** Numbers of refunds whose money has not moved yet, and of bounced ones that wait for a person. */
export async function refundFigures(mongo: Mongo): Promise<{ pending: number; bounced: number }> {
  const [pending, bounced] = await Promise.all([
    refunds(mongo).countDocuments({ state: 'pending' }),
    refunds(mongo).countDocuments({ state: 'bounced', handledAt: { $exists: false } }),
  ]);
  return { pending, bounced };
}

/** The member’s refunds, latest first. */
export async function refundsOf(mongo: Mongo, member: string): Promise<RefundDoc[]> {
  const rows = await refunds(mongo).find({ member }).limit(1_000).toArray();
  return rows.filter((row) => row.state !== 'asked').sort((a, b) => b.createdAt - a.createdAt);
}
