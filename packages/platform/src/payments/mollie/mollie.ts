import type { PaymentMethod } from '@heartline/contracts';
import {
  type Look,
  type MethodAbility,
  type OpenedCheckout,
  type PaymentProvider,
  type ProviderOrder,
  ProviderRefused,
  ProviderUnavailable,
  type RawWebhook,
  type WebhookNotice,
} from '../../ports.ts';
import { provenReference, withToken } from '../webhook-token.ts';
import { type Api, createApi, LOCALES, type MollieAccount, pagesOf, valueOf } from './mollie.api.ts';
import { createMollieDebits } from './mollie.debits.ts';
import {
  lookOf,
  type MolliePayment,
  mollieChargebackPage,
  molliePayment,
  molliePaymentPage,
  mollieRefund,
  mollieRefundPage,
  refundOf,
} from './mollie.shapes.ts';

/** Our names and Mollie’s. Direct debit is missing: no page takes it, only our form. giropay and sofort are closed there. */
const METHODS: Readonly<Partial<Record<PaymentMethod, string>>> = {
  ideal: 'ideal',
  bancontact: 'bancontact',
  blik: 'blik',
  prezelewy24: 'przelewy24',
  eps: 'eps',
  paypal: 'paypal',
  creditcard: 'creditcard',
  applepay: 'applepay',
  paysafecard: 'paysafecard',
  sct: 'banktransfer',
};

const PARTLY: MethodAbility = { refund: 'partial', close: 'sometimes' };

const CAN: PaymentProvider['can'] = {
  ideal: PARTLY,
  bancontact: PARTLY,
  blik: PARTLY,
  prezelewy24: PARTLY,
  eps: PARTLY,
  paypal: PARTLY,
  creditcard: PARTLY,
  applepay: PARTLY,
  // A voucher can’t take money back.
  paysafecard: { refund: 'no', close: 'sometimes' },
  sct: PARTLY,
  sdd: PARTLY,
};

/** A page of 50 payments has about 100 KiB; the bounded fetch takes 256. */
const PAGE = 50;
const MAX_PAGES_OF_FIND = 40;
const MAX_PAGES_OF_LIST = 1_000;

const PAGE_OF_CHARGEBACKS = 100;
const MAX_PAGES_OF_CHARGEBACKS = 200;
/** A bank reverses a charge-back within this time. */
const LATEST_REVERSAL_MS = 120 * 86_400_000;

/** Our clock and Mollie’s may differ by this. */
const CLOCK_SKEW_MS = 60_000;

/** A payment without a known end counts as open for this time. */
const UNKNOWN_END_MS = 3_600_000;

/** A day in Mollie’s own time zone, `YYYY-MM-DD`. */
const MOLLIE_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' });

/**
 * One account at Mollie, over its API v2 (docs.mollie.com/reference). Amounts are in cents.
 *
 * - Mollie does not sign its webhooks, so their address carries a token of ours.
 * - `keyHours` is 1: the reference says that keys live one hour; an older edition said 24.
 * - A bank transfer answers with instructions. All other ways answer with the address of the hosted page.
 *
 * Serves S3-198 to S3-203, S3-206 to S3-208, S3-214 and S3-215.
 * @throws {TypeError} when `url` is not at localhost or 127.0.0.1.
 */
export function createMollie(options: MollieAccount): PaymentProvider {
  const api = createApi(options);
  return {
    name: 'mollie',
    can: CAN,
    keyHours: 1,
    open: (order) => open(api, options, order),
    find: (reference, since) => find(api, reference, since),
    close: (id) => close(api, id),
    look: (id) => look(api, id),
    refund: (wish) => refund(api, wish),
    readWebhook: (raw) => readWebhook(options, raw),
    list: (from, to) => list(api, from, to),
    debits: createMollieDebits(api, options),
    disputedSince: (since) => disputedSince(api, since),
  };
}

/** Payments in pages, the newest first. */
const paymentPages = (api: Api, most: number) =>
  pagesOf(api, `/payments?limit=${PAGE}`, molliePaymentPage, most);

async function open(api: Api, account: MollieAccount, order: ProviderOrder): Promise<OpenedCheckout> {
  const method = METHODS[order.method];
  if (!method) throw new ProviderRefused('method', `payment account ${account.account}: no ${order.method}`);
  const body = {
    amount: { currency: order.currency, value: valueOf(order.cents) },
    // It stands on the page and on the bank statement, so it must be discreet.
    description: order.words.statement,
    redirectUrl: order.returnUrl,
    webhookUrl: withToken(order.webhookUrl, account, order.reference),
    method,
    locale: LOCALES[order.locale],
    restrictPaymentMethodsToCountry: order.country,
    metadata: { reference: order.reference },
    ...(method === 'banktransfer' && { dueDate: MOLLIE_DAY.format(order.expiresAt) }),
  };
  const payment = await api.send(`${api.base}/payments`, molliePayment, {
    key: order.key,
    body,
    isOpening: true,
  });
  return { id: payment.id, expiresAt: payment.expiresAt ?? null, next: nextOf(account, order, payment) };
}

/** A transfer with its account data, else the hosted page. */
function nextOf(
  { account }: MollieAccount,
  order: ProviderOrder,
  payment: MolliePayment,
): OpenedCheckout['next'] {
  const url = payment._links.checkout?.href ?? null;
  const {
    bankName: holder,
    bankAccount: iban,
    bankBic: bic,
    transferReference: reference,
  } = payment.details ?? {};
  if (order.method === 'sct' && holder && iban && bic && reference) {
    const to = {
      holder,
      iban,
      bic,
      reference,
      cents: payment.amount.value,
      currency: payment.amount.currency,
      until: payment.expiresAt ?? order.expiresAt,
    };
    return { kind: 'transfer', to, url };
  }
  if (url === null) throw new ProviderUnavailable(`payment account ${account}: no address to pay at`);
  return { kind: 'redirect', url };
}

async function find(api: Api, reference: string, since: number): Promise<string[]> {
  const found: string[] = [];
  for await (const { _embedded: embedded } of paymentPages(api, MAX_PAGES_OF_FIND)) {
    const { payments } = embedded;
    const recent = payments.filter(({ createdAt }) => createdAt >= since - CLOCK_SKEW_MS);
    for (const { id, metadata } of recent) if (metadata.reference === reference) found.push(id);
    if (recent.length < payments.length) break;
  }
  return found;
}

const addressOf = ({ base }: Api, id: string) => `${base}/payments/${encodeURIComponent(id)}`;

async function look(api: Api, id: string): Promise<Look | undefined> {
  const payment = await api.get(`${addressOf(api, id)}?embed=refunds,chargebacks`, molliePayment);
  return payment && lookOf(payment);
}

type Closing = Awaited<ReturnType<PaymentProvider['close']>>;

async function close(api: Api, id: string): Promise<Closing> {
  const payment = await api.get(addressOf(api, id), molliePayment);
  if (!payment?.isCancelable) return closingOf(payment);
  try {
    return closingOf(await api.send(addressOf(api, id), molliePayment, { method: 'DELETE' }));
  } catch (error) {
    if (!(error instanceof ProviderRefused) || error.code === 'account') throw error;
    // The payer was faster.
    return closingOf(await api.get(addressOf(api, id), molliePayment));
  }
}

/** A payment that Mollie does not know under this key may exist under an earlier one, so it counts as open. */
function closingOf(payment: MolliePayment | undefined): Closing {
  const state = payment ? lookOf(payment).state : 'open';
  if (state === 'paid') return { outcome: 'paid' };
  if (state === 'open' || state === 'pending')
    return { outcome: 'open', until: payment?.expiresAt ?? Date.now() + UNKNOWN_END_MS };
  return { outcome: 'closed' };
}

/** Asks for an earlier refund under this key first: Mollie forgets its own keys after an hour. */
async function refund(api: Api, { key, id, cents, currency }: Parameters<PaymentProvider['refund']>[0]) {
  const address = `${addressOf(api, id)}/refunds`;
  const known = await api.get(`${address}?limit=${PAGE}`, mollieRefundPage);
  const earlier = known?._embedded.refunds.find(({ metadata }) => metadata.key === key);
  if (earlier) return refundOf(earlier);
  const body = { amount: { currency, value: valueOf(cents) }, metadata: { key } };
  return refundOf(await api.send(address, mollieRefund, { key, body }));
}

/** A form with one field, `id`, and our token in the address. */
function readWebhook(
  account: MollieAccount,
  { body, headers, query }: RawWebhook,
): WebhookNotice | undefined {
  if (!String(headers['content-type']).startsWith('application/x-www-form-urlencoded')) return undefined;
  const id = new URLSearchParams(body.toString('utf8')).get('id') ?? '';
  if (!/^tr_[A-Za-z0-9]{1,60}$/.test(id) || provenReference(query, account) === undefined) return undefined;
  return { eventId: null, look: [id] };
}

/** The list has sums of refunds and charge-backs only, so payments with either are looked at one by one. */
async function* list(api: Api, from: number, to: number): AsyncGenerator<Look> {
  for await (const { _embedded: embedded } of paymentPages(api, MAX_PAGES_OF_LIST)) {
    for (const payment of embedded.payments) {
      if (payment.createdAt < from) return;
      if (payment.createdAt >= to) continue;
      const isWhole = !payment.amountRefunded?.value && !payment.amountChargedBack?.value;
      yield isWhole ? lookOf(payment) : ((await look(api, payment.id)) ?? lookOf(payment));
    }
  }
}

/** Charge-backs since then, and older ones that were reversed since. Mollie lists them by their beginning, the newest first. */
async function disputedSince(api: Api, since: number): Promise<string[]> {
  const found = new Set<string>();
  const path = `/chargebacks?limit=${PAGE_OF_CHARGEBACKS}`;
  for await (const page of pagesOf(api, path, mollieChargebackPage, MAX_PAGES_OF_CHARGEBACKS)) {
    const { chargebacks } = page._embedded;
    for (const { paymentId, createdAt, reversedAt } of chargebacks)
      if (Math.max(createdAt, reversedAt ?? 0) >= since) found.add(paymentId);
    if ((chargebacks.at(-1)?.createdAt ?? 0) < since - LATEST_REVERSAL_MS) break;
  }
  return [...found];
}
