import {
  CONSTANTS,
  type PackageId,
  type PaymentMethod,
  type PaymentReason,
  type PaymentState,
  type TransferInstructions,
} from '@heartline/contracts';
import { type Currency, defaultPrice, type Settled } from '@heartline/domain';
import { DURABLE, insertOnce, type Mongo } from '@heartline/platform';
import type { Evidence, TermsShown } from './receipt.repository.ts';

/**
 * One payment in the terms at its start. Only its state, where it is served, and the times below change. The state
 * moves forward; the price changes if an operator accepts another amount.
 */
export interface PaymentDoc {
  _id: string;
  member: string;
  site: string;
  /** The origin it was bought on, to which the provider sends the member back. */
  origin: string;
  key: string;
  package: PackageId;
  credits: number;
  /** The price of the site then, before a discount. */
  fullCents: number;
  priceCents: number;
  currency: string;
  /** The discount in the price; null at the full price. */
  code: { code: string; percent: number } | null;
  method: PaymentMethod;
  /** The country it is paid in. */
  country: string;
  /** The account that serves it, and the number of the try: 2 after a first account refused. */
  account: string;
  attempt: number;
  /** When this try began: a provider forgets its key after some hours. */
  attemptAt: number;
  /** The provider’s id and its payment page; null until the provider answered. */
  providerId: string | null;
  redirect: string | null;
  /** The account to transfer the money to; null for other ways to pay. */
  transfer: TransferInstructions | null;
  /** The mandate it is debited under, as it was then; absent for other ways to pay. */
  debit?: PaymentDebit;
  /** Cents that came so far, by the provider’s last word; absent before any did, and in older rows. */
  receivedCents?: number;
  state: PaymentState;
  reason: PaymentReason | null;
  /** State of its money, read by `settlementOf`. Absent before money moves, and in completed rows of older releases. */
  settlement?: Settled;
  /** True if its credits come before its money: a direct debit of a trusted member. */
  trusted?: true;
  /** Names the return of a held payment that an operator began; null or absent if nobody did. */
  decision?: string | null;
  createdAt: number;
  /** When the checkout ends, if it is still unpaid then. */
  expiresAt: number;
  /** When the provider was last asked. */
  checkedAt: number;
  /** When the provider is asked next; null once nothing can change any more. */
  dueAt: number | null;
  /** When a webhook last came; absent if never. */
  reportedAt?: number;
  /** Countries of the buyer, and the terms shown at the start; absent in rows from before there were receipts. */
  evidence?: Evidence;
  terms?: TermsShown;
  /** The printed number of its receipt; absent until it was granted, or if it was before there were receipts. */
  receipt?: string;
  /**
   * When credits and premium were granted; null with state `completed` means a crash in between, to be
   * repaired.
   */
  grantedAt: number | null;
}

/** The direct debit of a payment. */
export interface PaymentDebit {
  /** Our reference of the mandate, and the one on the bank statement. */
  mandate: string;
  reference: string;
  /** Last four signs of the account number. */
  ibanEnd: string;
  /** The day of the debit, `YYYY-MM-DD` in the zone of the site. */
  on: string;
  textVersion: string;
}

/** A member’s key for one payment: its unique insert makes the start repeatable. */
interface PaymentKeyDoc {
  /** `<member>:<key>` */
  _id: string;
  payment: string;
  package: PackageId;
  method: PaymentMethod;
  /** The country asked for; null for the member’s own. */
  country: string | null;
  /** The code typed; absent without one. */
  code?: string;
}

/** A processed webhook. */
interface WebhookEventDoc {
  /** `<account>:<event>` */
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
  return readMaybe(await insertOnce(payments(mongo), payment, { writeConcern: DURABLE })) ?? payment;
}

/**
 * Fields of rows that were written before there were accounts. A gateway of the release before may still write such
 * rows while services restart one after the other.
 */
const BEFORE_ACCOUNTS = {
  site: 'default',
  origin: '',
  country: '',
  account: 'bridge',
  attempt: 1,
  attemptAt: 0,
  transfer: null,
  reason: null,
  expiresAt: 0,
  dueAt: null,
} as const satisfies Partial<PaymentDoc>;

const read = (row: PaymentDoc): PaymentDoc => ({ ...BEFORE_ACCOUNTS, ...beforeCodes(row), ...row });
const readMaybe = (row: PaymentDoc | null | undefined) => (row ? read(row) : undefined);

/** Terms of rows that were written before there were codes: a price below the full one was the welcome discount. */
function beforeCodes(row: PaymentDoc): Pick<PaymentDoc, 'fullCents' | 'code'> {
  if (row.code !== undefined) return row;
  const fullCents = row.fullCents ?? defaultPrice(row.package, row.currency as Currency).cents;
  const bonus = { code: CONSTANTS.timeBonusCode, percent: CONSTANTS.timeBonusPercent };
  return { fullCents, code: row.priceCents < fullCents ? bonus : null };
}

/** A checkout that was opened before there were accounts stays open for this time. */
const FORMER_LIFE_MS = 86_400_000;

/**
 * Completes the rows from before there were accounts, and makes unfinished ones due. Safe to repeat. Returns the
 * number of rows changed.
 */
export async function completeFormerPayments(mongo: Mongo, now: number): Promise<number> {
  const former = { account: { $exists: false } };
  const open = await payments(mongo).updateMany(
    { ...former, state: { $in: ['pending', 'failed', 'cancelled'] } },
    { $set: { ...BEFORE_ACCOUNTS, expiresAt: now + FORMER_LIFE_MS, attemptAt: now, dueAt: now } },
    { writeConcern: DURABLE },
  );
  const ended = await payments(mongo).updateMany(
    former,
    { $set: BEFORE_ACCOUNTS },
    { writeConcern: DURABLE },
  );
  return open.modifiedCount + ended.modifiedCount;
}

export async function findPayment(mongo: Mongo, id: string): Promise<PaymentDoc | undefined> {
  return readMaybe(await payments(mongo).findOne({ _id: id }));
}

/** The payment that an account’s provider payment belongs to, if it was opened to the end. */
export async function findByProvider(
  mongo: Mongo,
  account: string,
  providerId: string,
): Promise<PaymentDoc | undefined> {
  return readMaybe(await payments(mongo).findOne({ providerId, account }));
}

/** The payments with this id at any account. */
export async function findProviderPayments(mongo: Mongo, providerId: string): Promise<PaymentDoc[]> {
  return (await payments(mongo).find({ providerId }).limit(10).toArray()).map(read);
}

/** A member’s payments since then, the newest first; a bounded number. */
export async function paymentsOf(
  mongo: Mongo,
  member: string,
  { since, state, limit }: { since: number; state?: PaymentState; limit: number },
): Promise<PaymentDoc[]> {
  const rows = await payments(mongo)
    .find({ member, createdAt: { $gte: since }, ...(state && { state }) })
    .sort({ createdAt: -1 })
    .limit(limit)
    .toArray();
  return rows.map(read);
}

/** True if the member ever paid for a purchase, whether it was refunded or not. */
export async function hasBought(mongo: Mongo, member: string): Promise<boolean> {
  return (await payments(mongo).countDocuments({ member, state: 'completed' }, { limit: 1 })) > 0;
}

/** Payments with these ids; those that do not exist are left out. */
export async function findPayments(mongo: Mongo, ids: readonly string[]): Promise<PaymentDoc[]> {
  const found = payments(mongo).find({ _id: { $in: [...ids] } });
  return (await found.toArray()).map(read);
}

/** A purchase of a member that was ordered since then, and whose money came; undefined without one. */
export async function findPaidSince(
  mongo: Mongo,
  member: string,
  since: number,
): Promise<PaymentDoc | undefined> {
  const settlement = { $nin: UNSETTLED };
  return readMaybe(
    await payments(mongo).findOne({ member, createdAt: { $gt: since }, state: 'completed', settlement }),
  );
}

const UNSETTLED: PaymentDoc['settlement'][] = ['promised', 'returned'];

/** Counts those of these payments whose money came. One that is only promised, or was returned, does not count. */
export function countSettled(mongo: Mongo, ids: readonly string[]): Promise<number> {
  const settled = { state: 'completed' as const, settlement: { $nin: UNSETTLED } };
  return payments(mongo).countDocuments({ _id: { $in: [...ids] }, ...settled });
}

/** Debits on trust, ordered until then, whose money neither came nor failed, the oldest first. */
export async function findOverdueDebits(mongo: Mongo, until: number, limit: number): Promise<PaymentDoc[]> {
  const found = payments(mongo).find({ settlement: 'promised', createdAt: { $lte: until } });
  return (await found.sort({ createdAt: 1 }).limit(limit).toArray()).map(read);
}

/** True if a member has a direct debit whose money is on its way, or is only promised. */
export async function hasOpenDebit(mongo: Mongo, member: string): Promise<boolean> {
  const onItsWay = { method: 'sdd' as const, state: 'pending' as const, providerId: { $ne: null } };
  const open = { member, $or: [{ settlement: 'promised' as const }, onItsWay] };
  return (await payments(mongo).countDocuments(open, { limit: 1 })) > 0;
}

type Expected = { _id: string } & Partial<
  Pick<
    PaymentDoc,
    'settlement' | 'state' | 'decision' | 'providerId' | 'grantedAt' | 'attempt' | 'account' | 'dueAt'
  >
>;
type Change = Partial<Omit<PaymentDoc, '_id' | 'member' | 'key' | 'createdAt'>>;

/**
 * Changes a payment if it still matches `expected`; returns the new row, or undefined if it does not match.
 */
export async function changePayment(
  mongo: Mongo,
  expected: Expected,
  change: Change,
): Promise<PaymentDoc | undefined> {
  const changed = await payments(mongo).findOneAndUpdate(
    expected,
    { $set: change },
    { returnDocument: 'after', writeConcern: DURABLE },
  );
  return readMaybe(changed);
}

/**
 * Stores when the provider was asked about a payment, whatever it answered, and when it is asked next. A webhook that
 * came meanwhile made the payment due at once: that stays.
 */
export async function noteAsked(
  mongo: Mongo,
  { _id, dueAt: seen }: Pick<PaymentDoc, '_id' | 'dueAt'>,
  { at, dueAt }: { at: number; dueAt: number | null },
): Promise<void> {
  await payments(mongo).updateOne(
    { _id, dueAt: seen },
    { $max: { checkedAt: at }, $set: { dueAt } },
    { writeConcern: DURABLE },
  );
}

/**
 * Stores how much came of a payment that is still open. Returns the new row; undefined if that was known, or if the
 * payment has moved on.
 */
export async function noteReceived(
  mongo: Mongo,
  id: string,
  receivedCents: number,
): Promise<PaymentDoc | undefined> {
  const noted = await payments(mongo).findOneAndUpdate(
    { _id: id, state: 'pending', receivedCents: { $ne: receivedCents } },
    { $set: { receivedCents } },
    { returnDocument: 'after', writeConcern: DURABLE },
  );
  return readMaybe(noted);
}

/**
 * Stores that a webhook named a payment: it is due at once, so that a crash or an outage loses nothing. A paid one too,
 * since its money may be taken back. Returns the new row.
 */
export async function noteReported(mongo: Mongo, id: string, at: number): Promise<PaymentDoc | undefined> {
  const noted = await payments(mongo).findOneAndUpdate(
    { _id: id },
    { $max: { reportedAt: at }, $set: { dueAt: at } },
    { returnDocument: 'after', writeConcern: DURABLE },
  );
  return readMaybe(noted);
}

/** Payments that {@link findDue} returns at most. */
export const AT_ONCE = 1_000;

/** Payments that were paid and have no credits yet; a bounded number. */
export async function findUngranted(mongo: Mongo): Promise<PaymentDoc[]> {
  const ungranted = { state: 'completed', grantedAt: null } as const;
  return (await payments(mongo).find(ungranted).limit(AT_ONCE).toArray()).map(read);
}

/** Payments about which a provider is to be asked by now, the longest due first, without those of these accounts. */
export async function findDue(
  mongo: Mongo,
  now: number,
  without: ReadonlySet<string>,
): Promise<PaymentDoc[]> {
  const found = payments(mongo).find({ dueAt: { $lte: now }, account: { $nin: [...without] } });
  return (await found.sort({ dueAt: 1 }).limit(AT_ONCE).toArray()).map(read);
}

/** Held payments whose money goes back; a bounded number. */
export async function findReturning(mongo: Mongo): Promise<PaymentDoc[]> {
  const held = payments(mongo).find({ state: 'review', decision: { $type: 'string' } });
  return (await held.limit(AT_ONCE).toArray()).map(read);
}

/** Payments that wait for an operator, oldest first. */
export async function findHeld(mongo: Mongo, limit: number): Promise<PaymentDoc[]> {
  const held = await payments(mongo).find({ state: 'review' }).sort({ createdAt: 1 }).limit(limit).toArray();
  return held.map(read);
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
