import Stripe from 'stripe';
import { type Clock, systemClock } from '../../clock.ts';
import {
  type Look,
  type OpenedCheckout,
  type PaymentProvider,
  type ProviderDispute,
  type ProviderOrder,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
} from '../../ports.ts';
import { asFetch, createBoundedFetch } from '../bounded-fetch.ts';
import { checkoutOf, KEY, needsCustomer, REFERENCE, STRIPE_CAN } from './checkout-of.ts';
import { type CallKind, failureOf, isMissing } from './failure-of.ts';
import {
  EXPANDED,
  lookOf,
  type ReadSession,
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

/** Page sizes: an expanded session has up to 15 KB, a plain one 5 KB, and an answer at most 256 KiB. */
const EXPANDED_PAGE = 10;
const PLAIN_PAGE = 30;
const SMALL_PAGE = 50;

/** Most rows read of one list. A longer one is an error: an answer that omits rows would be wrong. */
const MOST_ROWS = 20_000;
/** The same while a member waits. */
const MOST_RECENT_ROWS = 900;

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
 * An account at Stripe, by its SDK and Checkout Sessions. The payer enters everything on Stripe’s own page.
 * A transfer above the price stays with Stripe, which returns it to the payer.
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
    find: (reference, since) =>
      call('read', async () => {
        const found = await sessionsOf(
          stripe,
          { since: since - CLOCK_SKEW_MS },
          (metadata) => metadata[REFERENCE] === reference,
        );
        return found.map(({ id }) => id);
      }),
    close: (id) => call('close', () => close(stripe, id, now())),
    async look(id) {
      const session = await call('read', () => sessionOf(stripe, id));
      return session && call('read', () => completeLook(stripe, session));
    },
    refund: (wish) => call('refund', () => refund(stripe, wish)),
    readWebhook: (raw) => readStripeWebhook(raw, secrets),
    list: (from, to) => list(stripe, call, from, to),
  };
}

/** Runs requests of one kind and puts their errors into the words of the port. */
type Call = <T>(kind: CallKind, work: () => Promise<T>) => Promise<T>;

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

async function all<T, U>(rows: AsyncIterable<T>, read: (row: T) => U, mostRows = MOST_ROWS): Promise<U[]> {
  const found: U[] = [];
  for await (const row of bounded(rows, mostRows)) found.push(read(row));
  return found;
}

/** @throws {ProviderUnavailable} when a list is longer than can be read. */
async function* bounded<T>(rows: AsyncIterable<T>, mostRows = MOST_ROWS): AsyncGenerator<T> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > mostRows) throw new ProviderUnavailable(`stripe: a list has more than ${mostRows} rows`);
    yield row;
  }
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

async function completeLook(stripe: Stripe, session: ReadSession): Promise<Look> {
  const { payment_intent: intent } = session;
  const refunds = await refundsOf(stripe, session);
  if (intent?.status !== 'succeeded') return lookOf(session, { refunds, disputes: [] });
  const disputes = stripe.disputes.list({ payment_intent: intent.id, limit: SMALL_PAGE });
  return lookOf(session, {
    refunds,
    disputes: await all(disputes, readDispute),
  });
}

/** Every refund. The expanded list ends after ten. */
async function refundsOf(stripe: Stripe, { payment_intent: intent }: ReadSession): Promise<ProviderRefund[]> {
  const expanded = intent?.latest_charge?.refunds;
  if (!expanded?.has_more) return (expanded?.data ?? []).map(readRefund);
  const rows = stripe.refunds.list({ payment_intent: intent?.id ?? '', limit: SMALL_PAGE });
  return all(rows, readRefund);
}

async function close(stripe: Stripe, id: string, now: number): ReturnType<PaymentProvider['close']> {
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
  const session = await sessionOf(stripe, id);
  if (!session) throw new ProviderRefused('other', 'stripe: no such session');
  const { state, createdAt } = lookOf(session, { refunds: [], disputes: [] });
  const intent = session.payment_intent;
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
  const session = await sessionOf(stripe, wish.id);
  if (!session) throw new ProviderRefused('other', 'stripe: no such session');
  const intent = session.payment_intent;
  if (intent?.status !== 'succeeded') throw new ProviderRefused('closed', 'stripe: nothing was paid');
  if (session.currency !== wish.currency)
    throw new ProviderRefused('other', 'stripe: paid in another currency');
  const known = (await refundsOf(stripe, session)).find(({ key }) => key === wish.key);
  if (known) return known;
  const metadata = { [REFERENCE]: referenceOf(session), [KEY]: wish.key };
  const params = { payment_intent: intent.id, amount: wish.cents, metadata };
  return readRefund(await stripe.refunds.create(params, { idempotencyKey: wish.key }));
}

/** Our payments opened in a window. Disputes come in one list of their own, because sessions don’t carry them. */
async function* list(stripe: Stripe, call: Call, from: number, to: number): AsyncGenerator<Look> {
  const gte = Math.floor(from / 1_000);
  const disputes = await call('read', () => disputesSince(stripe, gte));
  const sessions = bounded(
    stripe.checkout.sessions.list({
      created: { gte, lt: Math.ceil(to / 1_000) },
      limit: EXPANDED_PAGE,
      expand: [`data.${EXPANDED}`],
    }),
  );
  for (;;) {
    const look = await call('read', async () => {
      const next = await sessions.next();
      if (next.done) return undefined;
      if (!next.value.metadata?.[REFERENCE]) return null;
      const session = readSession(next.value);
      const refunds = await refundsOf(stripe, session);
      return lookOf(session, { refunds, disputes: disputes.get(session.payment_intent?.id ?? '') ?? [] });
    });
    if (look === undefined) return;
    if (look) yield look;
  }
}

/** Disputes by the id of their intent. A dispute is never older than its payment. */
async function disputesSince(stripe: Stripe, gte: number): Promise<Map<string, ProviderDispute[]>> {
  const byIntent = new Map<string, ProviderDispute[]>();
  for await (const dispute of bounded(stripe.disputes.list({ created: { gte }, limit: SMALL_PAGE }))) {
    const intent =
      typeof dispute.payment_intent === 'string' ? dispute.payment_intent : dispute.payment_intent?.id;
    if (intent) byIntent.set(intent, [...(byIntent.get(intent) ?? []), readDispute(dispute)]);
  }
  return byIntent;
}
