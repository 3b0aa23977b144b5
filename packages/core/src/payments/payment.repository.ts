import type { PackageId, PaymentMethod, PaymentState } from '@heartline/contracts';
import { DURABLE, insertOnce, type Mongo } from '@heartline/platform';

/**
 * One payment in the terms at its start. Only `state` and the times below change, and only forward. The price
 * changes if an operator accepts another amount.
 */
export interface PaymentDoc {
  _id: string;
  member: string;
  key: string;
  package: PackageId;
  credits: number;
  priceCents: number;
  currency: string;
  method: PaymentMethod;
  /** The provider’s id and its payment page; null until the provider answered. */
  providerId: string | null;
  redirect: string | null;
  state: PaymentState;
  createdAt: number;
  /** When the provider was last asked. */
  checkedAt: number;
  /** When a webhook last came whose news the provider's own status did not show yet; absent if never. */
  reportedAt?: number;
  /**
   * When credits and premium were granted; null with state `completed` means a crash in between, to be
   * repaired.
   */
  grantedAt: number | null;
}

/** A member’s key for one payment: its unique insert makes the start repeatable. */
interface PaymentKeyDoc {
  /** `<member>:<key>` */
  _id: string;
  payment: string;
  package: PackageId;
  method: PaymentMethod;
}

/** A processed webhook. */
interface WebhookEventDoc {
  _id: string;
  payment: string;
  /** A date, since the TTL index needs one. */
  expiresAt: Date;
}

export const PAYMENTS = 'payments';
const PAYMENT_KEYS = 'paymentKeys';
export const WEBHOOK_EVENTS = 'webhookEvents';

/** Providers repeat a webhook for days; an event is stored well beyond that. */
const EVENT_RETENTION_MS = 30 * 86_400_000;

const payments = (mongo: Mongo) => mongo.connection.collection<PaymentDoc>(PAYMENTS);
const paymentKeys = (mongo: Mongo) => mongo.connection.collection<PaymentKeyDoc>(PAYMENT_KEYS);
const events = (mongo: Mongo) => mongo.connection.collection<WebhookEventDoc>(WEBHOOK_EVENTS);

/** Claims the key for a payment, or returns the existing claim. */
export async function claimKey(mongo: Mongo, claim: PaymentKeyDoc): Promise<PaymentKeyDoc> {
  return (await insertOnce(paymentKeys(mongo), claim, { writeConcern: DURABLE })) ?? claim;
}

/** Stores a new payment, or returns the existing one with its id. */
export async function keepPayment(mongo: Mongo, payment: PaymentDoc): Promise<PaymentDoc> {
  return (await insertOnce(payments(mongo), payment, { writeConcern: DURABLE })) ?? payment;
}

export async function findPayment(mongo: Mongo, id: string): Promise<PaymentDoc | undefined> {
  return (await payments(mongo).findOne({ _id: id })) ?? undefined;
}

/**
 * Changes a payment if it still matches `expected`; returns the new row, or undefined if it does not match.
 */
export async function changePayment(
  mongo: Mongo,
  expected: { _id: string } & Partial<Pick<PaymentDoc, 'state' | 'providerId' | 'grantedAt'>>,
  change: Partial<
    Pick<PaymentDoc, 'state' | 'priceCents' | 'providerId' | 'redirect' | 'checkedAt' | 'grantedAt'>
  >,
): Promise<PaymentDoc | undefined> {
  const changed = await payments(mongo).findOneAndUpdate(
    expected,
    { $set: change },
    { returnDocument: 'after', writeConcern: DURABLE },
  );
  return changed ?? undefined;
}

/** Stores when the provider was asked about a payment, whatever it answered. */
export async function noteAsked(mongo: Mongo, id: string, at: number): Promise<void> {
  await payments(mongo).updateOne({ _id: id }, { $max: { checkedAt: at } }, { writeConcern: DURABLE });
}

/** Stores when a webhook about an unfinished payment came: the provider's own status may lag behind it. */
export async function noteReported(mongo: Mongo, id: string, at: number): Promise<void> {
  await payments(mongo).updateOne({ _id: id }, { $max: { reportedAt: at } }, { writeConcern: DURABLE });
}

/** Payments processed in one pass. */
const AT_ONCE = 1_000;

/**
 * Payments without their credits, and unfinished due ones that were opened or reported since `since`. The
 * longest unasked come first; of too many the youngest count. Most checkouts are abandoned and not due for
 * hours: `isDue` skips them, so that they do not fill the limit.
 */
export async function findUnfinished(
  mongo: Mongo,
  since: number,
  isDue: (payment: PaymentDoc) => boolean,
): Promise<PaymentDoc[]> {
  const found = await payments(mongo).find({ state: 'completed', grantedAt: null }).limit(AT_ONCE).toArray();
  const due: PaymentDoc[] = [];
  for await (const payment of openSince(mongo, since)) {
    if (found.length + due.length >= AT_ONCE) break;
    if (isDue(payment)) due.push(payment);
  }
  return [...found, ...due.toSorted((a, b) => a.checkedAt - b.checkedAt)];
}

/**
 * Payments that may still move: first the few that were opened before and reported since, then the youngest.
 */
async function* openSince(mongo: Mongo, since: number): AsyncGenerator<PaymentDoc> {
  const state = { $in: ['pending', 'failed', 'cancelled'] satisfies PaymentState[] };
  for await (const payment of payments(mongo).find({ state, reportedAt: { $gte: since } })) {
    if (payment.createdAt < since) yield payment;
  }
  yield* payments(mongo)
    .find({ state, createdAt: { $gte: since } })
    .sort({ createdAt: -1 });
}

/** Payments that wait for an operator, oldest first. */
export async function findHeld(mongo: Mongo, limit: number): Promise<PaymentDoc[]> {
  return payments(mongo).find({ state: 'review' }).sort({ createdAt: 1 }).limit(limit).toArray();
}

/** True if this webhook was processed before. */
export async function wasHandled(mongo: Mongo, event: string): Promise<boolean> {
  return (await events(mongo).findOne({ _id: event })) !== null;
}

/**
 * Stores a webhook after its work is done: after an earlier crash the work is repeated, which is harmless.
 */
export async function markHandled(mongo: Mongo, event: string, payment: string, now: number): Promise<void> {
  const handled = { _id: event, payment, expiresAt: new Date(now + EVENT_RETENTION_MS) };
  await insertOnce(events(mongo), handled, { writeConcern: DURABLE });
}
