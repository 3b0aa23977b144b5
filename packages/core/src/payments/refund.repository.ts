import type { RefundState, RefundWait } from '@heartline/contracts';
import { DURABLE, type Mongo, under } from '@heartline/platform';

/**
 * A refund in progress. The ledger row comes first and decides the amount; this row has the state of the
 * money.
 *
 *     asked ── no ledger row after a minute → deleted
 *       ↓ ledger row exists
 *     pending ─→ completed (the provider paid it back) ─→ bounced (the bank sent it back; the credits are back)
 *        │  └─→ completed by the bank ─→ pending (the money came to us after all)
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
  /**
   * The reason why the money may not move yet; null or absent if there is none. `person`: the provider can’t refund the
   * way to pay, so an operator pays.
   */
  waits?: RefundWait | null;
  /** True if an operator pays it, so that the provider is not asked. */
  byHand?: boolean;
  /** True if the payer’s bank paid it: it took the money of the payment, or never sent it. Absent before it ended. */
  byBank?: boolean;
  /** One that waits is not asked about before; absent for at once. */
  dueAt?: number;
  /** When it was paid; absent before, and in rows of older releases. */
  paidAt?: number;
  /** When a paid one is looked at next, since its money may come back; null or absent for no more. */
  watchAt?: number | null;
  /** When an operator dealt with one that failed or bounced; absent before. */
  handledAt?: number;
  createdAt: number;
  checkedAt: number;
}

export const REFUNDS = 'refunds';

/** Refunds that one pass reads at most. */
const AT_ONCE = 500;

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

/** Unfinished refunds that are due, the longest unasked first; a bounded number. */
export function openRefunds(mongo: Mongo, now: number): Promise<RefundDoc[]> {
  return refunds(mongo)
    .find({
      state: { $in: ['asked', 'pending'] },
      $or: [{ dueAt: { $lte: now } }, { dueAt: { $exists: false } }],
    })
    .sort({ checkedAt: 1 })
    .limit(AT_ONCE)
    .toArray();
}

/** Cents of a payment that operators paid back by hand, which no provider knows. */
export async function byHandCents(mongo: Mongo, payment: string): Promise<number> {
  const paid = await refunds(mongo)
    .find({ _id: under(payment), state: 'completed', refundId: null, byBank: { $ne: true } })
    .limit(AT_ONCE)
    .toArray();
  return paid.reduce((sum, { cents }) => sum + cents, 0);
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

/** Refunds of a payment are due at once, so that no crash or outage loses the news of a webhook. */
export async function noteRefundsReported(mongo: Mongo, payment: string, now: number): Promise<void> {
  await refunds(mongo).updateMany(
    { _id: under(payment), state: 'pending' },
    { $set: { dueAt: now } },
    { writeConcern: DURABLE },
  );
  await refunds(mongo).updateMany(
    { _id: under(payment), state: 'completed' },
    { $set: { watchAt: now } },
    { writeConcern: DURABLE },
  );
}

/** Refunds that a person has to deal with: the money did not reach the member, or only an operator can pay it. */
const FOR_PERSON = {
  $or: [
    { state: { $in: ['failed' as const, 'bounced' as const] }, handledAt: { $exists: false } },
    { state: 'pending' as const, waits: 'person' as const },
  ],
};

/** Refunds that a person has to deal with, the oldest first. */
export function refundsForPerson(mongo: Mongo, limit: number): Promise<RefundDoc[]> {
  return refunds(mongo).find(FOR_PERSON).sort({ createdAt: 1 }).limit(limit).toArray();
}

/** Refunds that end by themselves once their payment came, or its dispute ended; the oldest first. */
export function waitingRefunds(mongo: Mongo, limit: number): Promise<RefundDoc[]> {
  const waiting = { state: 'pending' as const, waits: { $in: ['payment' as const, 'dispute' as const] } };
  return refunds(mongo).find(waiting).sort({ createdAt: 1 }).limit(limit).toArray();
}

/** The refund with this id; undefined if there is none. */
export async function findRefundDoc(mongo: Mongo, _id: string): Promise<RefundDoc | undefined> {
  return (await refunds(mongo).findOne({ _id })) ?? undefined;
}

/** An operator dealt with a refund that failed or bounced. Returns it; undefined if there is no such refund. */
export async function handleReturned(mongo: Mongo, id: string, now: number): Promise<RefundDoc | undefined> {
  const returned = { _id: id, state: { $in: ['failed' as const, 'bounced' as const] } };
  await refunds(mongo).updateOne(
    { ...returned, handledAt: { $exists: false } },
    { $set: { handledAt: now } },
    { writeConcern: DURABLE },
  );
  return (await refunds(mongo).findOne(returned)) ?? undefined;
}

/** Numbers of refunds by what they wait for: the provider, or a person. */
export interface RefundFigures {
  /** The money has not moved yet. */
  pending: number;
  /** The provider can’t pay them back: an operator does. */
  person: number;
  /** The provider refused, or the bank sent the money back; nobody dealt with it. */
  failed: number;
  bounced: number;
}

/** Counts refunds that wait. */
export async function refundFigures(mongo: Mongo): Promise<RefundFigures> {
  const unhandled = (state: 'failed' | 'bounced') =>
    refunds(mongo).countDocuments({ state, handledAt: { $exists: false } });
  const [pending, person, failed, bounced] = await Promise.all([
    refunds(mongo).countDocuments({ state: 'pending', waits: { $ne: 'person' } }),
    refunds(mongo).countDocuments({ state: 'pending', waits: 'person' }),
    unhandled('failed'),
    unhandled('bounced'),
  ]);
  return { pending, person, failed, bounced };
}

/** The member’s refunds, latest first. */
export async function refundsOf(mongo: Mongo, member: string): Promise<RefundDoc[]> {
  const rows = await refunds(mongo).find({ member }).limit(1_000).toArray();
  return rows.filter((row) => row.state !== 'asked').sort((a, b) => b.createdAt - a.createdAt);
}
