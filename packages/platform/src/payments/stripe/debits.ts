import Stripe from 'stripe';
import { type DebitOrder, type DirectDebits, type MandateWish, ProviderRefused } from '../../ports.ts';
import { KEY, MANDATE, REFERENCE } from './checkout-of.ts';
import { debitOf, type SignedMandate, setupOf } from './debit-of.ts';
import { type Call, isMissing } from './failure-of.ts';
import { all, MOST_RECENT_ROWS, PLAIN_PAGE, SMALL_PAGE } from './lists.ts';
import { EXPANDED_DEBIT, type ReadDebit, type ReadSetup, readDebit, readSetup } from './read-look.ts';

/** Stripe forgets keys after a day. A mandate that was signed longer ago is looked for before it is made again. */
const KEYS_HOLD_MS = 20 * 3_600_000;
/** Our clock and Stripe’s may differ by this. */
const CLOCK_SKEW_MS = 60_000;

/**
 * A mandate of our own form is a confirmed SetupIntent with a customer of its own. A debit is a confirmed PaymentIntent.
 * Stripe makes the reference that stands on bank statements.
 */
export function createStripeDebits(stripe: Stripe, call: Call, now: () => number): DirectDebits {
  return {
    mandate: (wish) => call('mandate', () => mandate(stripe, wish, now())),
    collect: (order) => call('collect', () => collect(stripe, order, now())),
    revoke: (id) => call('collect', () => revoke(stripe, id)),
  };
}

async function mandate(stripe: Stripe, wish: MandateWish, now: number): ReturnType<DirectDebits['mandate']> {
  const isOld = now - wish.signedAt > KEYS_HOLD_MS;
  const setup = (isOld && (await earlierSetup(stripe, wish))) || (await newSetup(stripe, wish));
  if (setup.status !== 'succeeded')
    throw new ProviderRefused('iban', `stripe: the mandate is ${setup.status}`);
  const reference = setup.mandate?.payment_method_details.sepa_debit?.reference;
  return { id: setup.id, reference: reference ?? wish.reference };
}

async function newSetup(stripe: Stripe, wish: MandateWish): Promise<ReadSetup> {
  const customer = await stripe.customers.create(
    { metadata: { [MANDATE]: wish.reference } },
    { idempotencyKey: `${wish.key}-customer` },
  );
  const params = setupOf(wish, customer.id);
  try {
    return readSetup(await stripe.setupIntents.create(params, { idempotencyKey: wish.key }));
  } catch (error) {
    // The first request came from another browser or network, and registered the mandate.
    if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
    const earlier = await earlierSetup(stripe, wish);
    if (!earlier) throw error;
    return earlier;
  }
}

/** The mandate under this key, among those since it was signed. */
async function earlierSetup(stripe: Stripe, { key, signedAt }: MandateWish): Promise<ReadSetup | undefined> {
  const rows = stripe.setupIntents.list({
    created: { gte: Math.floor((signedAt - CLOCK_SKEW_MS) / 1_000) },
    limit: PLAIN_PAGE,
    expand: ['data.mandate'],
  });
  const found = await all(rows, (row) => row, MOST_RECENT_ROWS);
  const known = found.find(({ metadata, status }) => metadata?.[KEY] === key && status === 'succeeded');
  return known && readSetup(known);
}

async function collect(stripe: Stripe, order: DebitOrder, now: number): Promise<{ id: string }> {
  const signed = await signedMandate(stripe, order.mandate);
  if (!signed) throw new ProviderRefused('other', 'stripe: no such mandate');
  const params = debitOf(order, signed, now);
  try {
    const { id } = await stripe.paymentIntents.create(params, { idempotencyKey: order.key });
    return { id };
  } catch (error) {
    // The day may have come into Stripe’s reach since the first request.
    if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
    const rows = stripe.paymentIntents.list({ customer: signed.customer, limit: SMALL_PAGE });
    const known = (await all(rows, (row) => row)).find(({ metadata }) => metadata[KEY] === order.key);
    if (!known) throw error;
    return { id: known.id };
  }
}

/** A mandate that can be debited; undefined for one that does not exist or was not confirmed. */
async function signedMandate(stripe: Stripe, id: string): Promise<SignedMandate | undefined> {
  const setup = await setupAt(stripe, id);
  const { customer, payment_method, mandate: named } = setup ?? {};
  return customer && payment_method && named
    ? { id, customer, payment_method, mandate: named.id }
    : undefined;
}

async function setupAt(stripe: Stripe, id: string): Promise<ReadSetup | undefined> {
  if (!id.startsWith('seti_')) return undefined;
  try {
    return readSetup(await stripe.setupIntents.retrieve(id, { expand: ['mandate'] }));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A mandate without its payment method can’t be debited. Stripe refuses to detach it twice. */
async function revoke(stripe: Stripe, id: string): Promise<void> {
  const setup = await setupAt(stripe, id);
  if (!setup?.payment_method) return;
  const method = await stripe.paymentMethods.retrieve(setup.payment_method);
  if (method.customer !== null) await stripe.paymentMethods.detach(setup.payment_method);
}

/** The intent of a debit of ours; undefined for any other intent. */
export async function debitIntentOf(stripe: Stripe, id: string): Promise<ReadDebit | undefined> {
  try {
    const intent = await stripe.paymentIntents.retrieve(id, { expand: [EXPANDED_DEBIT] });
    return intent.metadata[MANDATE] ? readDebit(intent) : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Debits of ours since then. */
export async function debitsSince(stripe: Stripe, since: number): Promise<Stripe.PaymentIntent[]> {
  const rows = stripe.paymentIntents.list({
    created: { gte: Math.floor(since / 1_000) },
    limit: PLAIN_PAGE,
  });
  const intents = await all(rows, (row) => row);
  return intents.filter(({ metadata }) => metadata[REFERENCE] && metadata[MANDATE]);
}
