import Stripe from 'stripe';
import { type Clock, systemClock } from '../../clock.ts';
import {
  type Look,
  type OpenedCheckout,
  type PaymentProvider,
  type ProviderOrder,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
} from '../../ports.ts';
import { asFetch, createBoundedFetch } from '../bounded-fetch.ts';
import { checkoutOf, KEY, MANDATE, needsCustomer, REFERENCE, STRIPE_CAN } from './checkout-of.ts';
import { createStripeDebits, debitIntentOf, debitsSince } from './debits.ts';
import { type Call, failureOf, isMissing } from './failure-of.ts';
import {
  all,
  bounded,
  disputesByIntent,
  EXPANDED_PAGE,
  intentsDisputedSince,
  MOST_RECENT_ROWS,
  MOST_ROWS,
  PLAIN_PAGE,
  refundsOf,
  SMALL_PAGE,
} from './lists.ts';
import {
  debitLookOf,
  EXPANDED,
  EXPANDED_DEBIT,
  lookOf,
  type ReadIntent,
  type ReadSession,
  readDebit,
  readDispute,
  readRefund,
  readSession,
  referenceOf,
} from './read-look.ts';
import { readStripeWebhook } from './read-webhook.ts';

/** The API version that the SDK’s types describe. */
const API_VERSION = '2026-08-26.dahlia';
const ORIGIN = 'https://api.stripe.com';

/** Stripe forgets keys after 24 hours at the earliest. */
const KEY_HOURS = 20;
const DAY_MS = 86_400_000;

/** Our clock and Stripe’s may differ by this. */
const CLOCK_SKEW_MS = 60_000;

/** A bank has answered by then; until then money may still come for a payment that can’t be closed. */
const LATEST_ANSWER_MS = 30 * DAY_MS;

/** One account at Stripe. */
export interface StripeAccount {
  /** Name of the account in our configuration. */
  account: string;
  key: string;
  webhookSecret: string;
  /** The secret before the last change, for webhooks signed with it. */
  previousWebhookSecret?: string | undefined;
  /** Address of a local stand-in, before `/v1`. */
  url?: string | undefined;
  clock?: Clock;
}

/**
 * An account at Stripe, by its SDK. Payers enter everything on the page of a Checkout Session, or sign a mandate in our
 * own form. A transfer above the price stays with Stripe, which returns it to the payer.
 */
export function createStripe(options: StripeAccount): PaymentProvider {
  const { account, webhookSecret, previousWebhookSecret, clock = systemClock } = options;
  const stripe = connect(options);
  const call: Call = async (kind, work) => {
    try {
      return await work();
    } catch (error) {
      throw failureOf(error, { kind, account });
    }
  };
  const secrets = [webhookSecret, ...(previousWebhookSecret ? [previousWebhookSecret] : [])];
  const now = () => clock.now();
  return {
    name: 'stripe',
    can: STRIPE_CAN,
    keyHours: KEY_HOURS,
    open: (order) => call('open', () => open(stripe, order, now())),
    find: (reference, since) => call('read', () => find(stripe, reference, since - CLOCK_SKEW_MS)),
    close: (id) => call('close', () => close(stripe, id, now())),
    async look(id) {
      const found = await call('read', () => foundOf(stripe, id));
      return found && call('read', () => completeLook(stripe, found));
    },
    refund: (wish) => call('refund', () => refund(stripe, wish)),
    readWebhook: (raw) => readStripeWebhook(raw, secrets),
    list: (from, to) => list(stripe, call, from, to),
    debits: createStripeDebits(stripe, call, now),
    disputedSince: (since) => call('read', () => intentsDisputedSince(stripe, { since, now: now() })),
  };
}

/** The SDK over our bounded fetch. It repeats nothing by itself and reports nothing about itself. */
function connect({ account, key, url }: StripeAccount): Stripe {
  const base = url?.replace(/\/+$/, '') ?? ORIGIN;
  const send = asFetch(createBoundedFetch({ account, origins: [ORIGIN], standIn: url }));
  return new Stripe(key, {
    apiVersion: API_VERSION,
    maxNetworkRetries: 0,
    telemetry: false,
    // The SDK knows no path before `/v1`, where a stand-in has one.
    httpClient: Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      return send(`${base}${pathname}${search}`, init);
    }),
  });
}

async function open(stripe: Stripe, order: ProviderOrder, now: number): Promise<OpenedCheckout> {
  const customer = needsCustomer(order.method) ? await customerOf(stripe, order) : undefined;
  const params = checkoutOf(order, { now, ...(customer !== undefined && { customer }) });
  const session = await stripe.checkout.sessions
    .create(params, { idempotencyKey: order.key })
    .catch((error: unknown) => openedBefore(stripe, order, { now, error }));
  const { id, url, expires_at } = session;
  if (!url) throw new ProviderUnavailable('stripe: session without an address');
  // A transfer may arrive long after the page has ended, and waits until its intent is cancelled.
  const expiresAt = customer === undefined ? expires_at * 1_000 : null;
  return { id, expiresAt, next: { kind: 'redirect', url } };
}

/** A customer that holds the balance of one transfer. It carries our reference and no personal data. */
async function customerOf(stripe: Stripe, { key, reference }: ProviderOrder): Promise<string> {
  const params = { metadata: { [REFERENCE]: reference } };
  const { id } = await stripe.customers.create(params, { idempotencyKey: `${key}-customer` });
  return id;
}

/**
 * The session that was opened under the same key with other parameters. They differ when a retry comes so late that the
 * wanted end moved, or after an update of this adapter; Stripe refuses such a retry.
 */
async function openedBefore(
  stripe: Stripe,
  { key }: ProviderOrder,
  { now, error }: { now: number; error: unknown },
): Promise<Stripe.Checkout.Session> {
  if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
  const recent = { since: now - DAY_MS, mostRows: MOST_RECENT_ROWS };
  const [session] = await sessionsOf(stripe, recent, (metadata) => metadata[KEY] === key);
  if (!session) throw error;
  return session;
}

/** Sessions opened since then whose metadata match. Stripe can’t search sessions, and finds intents minutes late. */
async function sessionsOf(
  stripe: Stripe,
  { since, mostRows = MOST_ROWS }: { since: number; mostRows?: number },
  isWanted: (metadata: Stripe.Metadata) => boolean,
): Promise<Stripe.Checkout.Session[]> {
  const created = { gte: Math.floor(since / 1_000) };
  const rows = stripe.checkout.sessions.list({ created, limit: PLAIN_PAGE });
  const sessions = await all(rows, (session) => session, mostRows);
  return sessions.filter(({ metadata }) => metadata !== null && isWanted(metadata));
}

async function find(stripe: Stripe, reference: string, since: number): Promise<string[]> {
  const isOurs = (metadata: Stripe.Metadata) => metadata[REFERENCE] === reference;
  const sessions = await sessionsOf(stripe, { since }, isOurs);
  const debits = await debitsSince(stripe, since);
  return [...sessions, ...debits.filter(({ metadata }) => isOurs(metadata))].map(({ id }) => id);
}

/** A payment at Stripe: a session, or the intent of a debit under a mandate. */
interface Found {
  reference: string;
  currency: string;
  intent: ReadIntent | null;
  lookWith(parts: Pick<Look, 'refunds' | 'disputes'>): Look;
}

/** A payment by the id of its session or intent. */
async function foundOf(stripe: Stripe, id: string): Promise<Found | undefined> {
  const session = await sessionOf(stripe, id);
  if (session) {
    const { payment_intent: intent, currency } = session;
    const lookWith: Found['lookWith'] = (parts) => lookOf(session, parts);
    return { reference: referenceOf(session), currency, intent, lookWith };
  }
  const intent = id.startsWith('pi_') ? await debitIntentOf(stripe, id) : undefined;
  if (!intent) return undefined;
  const lookWith: Found['lookWith'] = (parts) => debitLookOf(intent, parts);
  return { reference: referenceOf(intent), currency: intent.currency, intent, lookWith };
}

/** A session by its own id or by that of its intent, in one request. */
async function sessionOf(stripe: Stripe, id: string): Promise<ReadSession | undefined> {
  if (id.startsWith('pi_')) {
    const found = await stripe.checkout.sessions.list({
      payment_intent: id,
      limit: 1,
      expand: [`data.${EXPANDED}`],
    });
    return found.data[0] && readSession(found.data[0]);
  }
  try {
    return readSession(await stripe.checkout.sessions.retrieve(id, { expand: [EXPANDED] }));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function completeLook(stripe: Stripe, { intent, lookWith }: Found): Promise<Look> {
  const refunds = await refundsOf(stripe, intent);
  if (intent?.status !== 'succeeded') return lookWith({ refunds, disputes: [] });
  const disputes = stripe.disputes.list({ payment_intent: intent.id, limit: SMALL_PAGE });
  return lookWith({ refunds, disputes: await all(disputes, readDispute) });
}

async function close(stripe: Stripe, id: string, now: number): ReturnType<PaymentProvider['close']> {
  if (id.startsWith('pi_')) return closeComplete(stripe, id, now);
  try {
    await stripe.checkout.sessions.expire(id);
    return { outcome: 'closed' };
  } catch (error) {
    // Stripe expires open sessions only, so the state of this one decides.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || isMissing(error)) throw error;
    return closeComplete(stripe, id, now);
  }
}

/** A transfer that nothing was paid of ends with its intent. A debit on its way, or a part that came, can’t be ended. */
async function closeComplete(stripe: Stripe, id: string, now: number): ReturnType<PaymentProvider['close']> {
  const found = await foundOf(stripe, id);
  if (!found) throw new ProviderRefused('other', 'stripe: no such payment');
  const { state, createdAt } = found.lookWith({ refunds: [], disputes: [] });
  const { intent } = found;
  switch (state) {
    case 'paid':
      return { outcome: 'paid' };
    case 'pending':
      if (intent?.status !== 'requires_action') break;
      await stripe.paymentIntents.cancel(intent.id);
      return { outcome: 'closed' };
    case 'failed':
    case 'cancelled':
    case 'expired':
      return { outcome: 'closed' };
    default:
      break;
  }
  return { outcome: 'open', until: Math.max(createdAt + LATEST_ANSWER_MS, now + DAY_MS) };
}

/**
 * Refunds under a key, unless a refund of the payment has that key already. Stripe forgets keys of requests after a day.
 * The same request would then move the money twice.
 */
async function refund(
  stripe: Stripe,
  wish: Parameters<PaymentProvider['refund']>[0],
): Promise<ProviderRefund> {
  const found = await foundOf(stripe, wish.id);
  if (!found) throw new ProviderRefused('other', 'stripe: no such payment');
  const { intent } = found;
  if (intent?.status !== 'succeeded') throw new ProviderRefused('closed', 'stripe: nothing was paid');
  if (found.currency !== wish.currency)
    throw new ProviderRefused('other', 'stripe: paid in another currency');
  const known = (await refundsOf(stripe, intent)).find(({ key }) => key === wish.key);
  if (known) return known;
  const metadata = { [REFERENCE]: found.reference, [KEY]: wish.key };
  const params = { payment_intent: intent.id, amount: wish.cents, metadata };
  return readRefund(await stripe.refunds.create(params, { idempotencyKey: wish.key }));
}

/** Our payments opened in a window. Disputes come in one list of their own, because sessions don’t carry them. */
async function* list(stripe: Stripe, call: Call, from: number, to: number): AsyncGenerator<Look> {
  const gte = Math.floor(from / 1_000);
  const window = { gte, lt: Math.ceil(to / 1_000) };
  const disputes = await call('read', () => disputesByIntent(stripe, gte));
  const partsOf = async (intent: ReadIntent | null) => ({
    refunds: await refundsOf(stripe, intent),
    disputes: disputes.get(intent?.id ?? '') ?? [],
  });
  const sessions = stripe.checkout.sessions.list({
    created: window,
    limit: EXPANDED_PAGE,
    expand: [`data.${EXPANDED}`],
  });
  yield* looksOf(call, sessions, async (row) => {
    if (!row.metadata?.[REFERENCE]) return undefined;
    const session = readSession(row);
    return lookOf(session, await partsOf(session.payment_intent));
  });
  const intents = stripe.paymentIntents.list({
    created: window,
    limit: EXPANDED_PAGE,
    expand: [`data.${EXPANDED_DEBIT}`],
  });
  yield* looksOf(call, intents, async (row) => {
    if (!row.metadata[MANDATE]) return undefined;
    const debit = readDebit(row);
    return debitLookOf(debit, await partsOf(debit));
  });
}

/** The looks of the rows that are ours. */
async function* looksOf<T>(
  call: Call,
  list: AsyncIterable<T>,
  lookOf: (row: T) => Promise<Look | undefined>,
): AsyncGenerator<Look> {
  const rows = bounded(list);
  for (;;) {
    const next = await call('read', async () => {
      const { done, value } = await rows.next();
      return done ? undefined : { look: await lookOf(value) };
    });
    if (!next) return;
    if (next.look) yield next.look;
  }
}
