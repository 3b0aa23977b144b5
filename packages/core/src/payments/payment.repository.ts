import type { PackageId, PaymentMethod, PaymentState } from '@heartline/contracts';
import { DURABLE, insertOnce, type Mongo } from '@heartline/platform';

/**
 * One payment, as agreed when it was opened. Only `state` and the times below it change, and only forwards; and its price,
 * where a person took what was paid for what was ordered.
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
  /** The provider’s name for it and where the member pays; null until the provider answered. */
  providerId: string | null;
  redirect: string | null;
  state: PaymentState;
  createdAt: number;
  /** When the provider was last asked. */
  checkedAt: number;
  /** When the provider last told that something happened, and its own answer did not say so yet; absent where it never did. */
  reportedAt?: number;
  /** When credits and premium were given; null with state `completed` means a crash in between, to be repaired. */
  grantedAt: number | null;
}

/** A member’s key for one payment: the unique insert that makes starting it repeatable. */
interface PaymentKeyDoc {
  /** `<member>:<key>` */
  _id: string;
  payment: string;
  package: PackageId;
  method: PaymentMethod;
}

/** A webhook that was dealt with. */
interface WebhookEventDoc {
  _id: string;
  payment: string;
  /** A date, since the engine forgets the row by it. */
  expiresAt: Date;
}

export const PAYMENTS = 'payments';
const PAYMENT_KEYS = 'paymentKeys';
export const WEBHOOK_EVENTS = 'webhookEvents';

/** Providers repeat a webhook for days; an event is remembered well beyond that. */
const EVENT_RETENTION_MS = 30 * 86_400_000;

const payments = (mongo: Mongo) => mongo.connection.collection<PaymentDoc>(PAYMENTS);
const paymentKeys = (mongo: Mongo) => mongo.connection.collection<PaymentKeyDoc>(PAYMENT_KEYS);
const events = (mongo: Mongo) => mongo.connection.collection<WebhookEventDoc>(WEBHOOK_EVENTS);

/** Takes the key for a payment, or finds what it was taken for. */
export async function claimKey(mongo: Mongo, claim: PaymentKeyDoc): Promise<PaymentKeyDoc> {
  return (await insertOnce(paymentKeys(mongo), claim, { writeConcern: DURABLE })) ?? claim;
}

/** Keeps a new payment, or finds the one that stands under its id. */
export async function keepPayment(mongo: Mongo, payment: PaymentDoc): Promise<PaymentDoc> {
  return (await insertOnce(payments(mongo), payment, { writeConcern: DURABLE })) ?? payment;
}

export async function findPayment(mongo: Mongo, id: string): Promise<PaymentDoc | undefined> {
  return (await payments(mongo).findOne({ _id: id })) ?? undefined;
}

/** Changes a payment if it still is as `expected`; answers with it as it is now, or nothing when it is not. */
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

/** Remembers that the provider was asked about a payment, whatever it answered. */
export async function noteAsked(mongo: Mongo, id: string, at: number): Promise<void> {
  await payments(mongo).updateOne({ _id: id }, { $max: { checkedAt: at } }, { writeConcern: DURABLE });
}

/** Remembers that the provider told of a payment that may still move: its own answer may lag behind its word. */
export async function noteReported(mongo: Mongo, id: string, at: number): Promise<void> {
  await payments(mongo).updateOne({ _id: id }, { $max: { reportedAt: at } }, { writeConcern: DURABLE });
}

/** So many payments are looked after in one pass. */
const AT_ONCE = 1_000;

/**
 * Payments whose credits were not given yet, and those opened or told of since `since` that may still move and are due, of
 * which those not asked about for longest come first; a bounded number, the youngest. Most checkouts are left and never due
 * for hours: those keep none that is due from its turn.
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

/** Payments that may still move: first those opened before and told of since, which are few, then the youngest. */
async function* openSince(mongo: Mongo, since: number): AsyncGenerator<PaymentDoc> {
  const state = { $in: ['pending', 'failed', 'cancelled'] satisfies PaymentState[] };
  for await (const payment of payments(mongo).find({ state, reportedAt: { $gte: since } })) {
    if (payment.createdAt < since) yield payment;
  }
  yield* payments(mongo)
    .find({ state, createdAt: { $gte: since } })
    .sort({ createdAt: -1 });
}

/** Payments that are held for a person, the oldest first. */
export async function findHeld(mongo: Mongo, limit: number): Promise<PaymentDoc[]> {
  return payments(mongo).find({ state: 'review' }).sort({ createdAt: 1 }).limit(limit).toArray();
}

/** Whether this webhook was dealt with before. */
export async function wasHandled(mongo: Mongo, event: string): Promise<boolean> {
  return (await events(mongo).findOne({ _id: event })) !== null;
}

/** Remembers a webhook, after its work is done: a crash before this only means doing harmless work again. */
export async function markHandled(mongo: Mongo, event: string, payment: string, now: number): Promise<void> {
  const handled = { _id: event, payment, expiresAt: new Date(now + EVENT_RETENTION_MS) };
  await insertOnce(events(mongo), handled, { writeConcern: DURABLE });
}
