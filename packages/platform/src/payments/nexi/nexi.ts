import { randomUUID } from 'node:crypto';
import type { PaymentMethod } from '@heartline/contracts';
import {
  type Look,
  type OpenedCheckout,
  type PaymentProvider,
  type ProviderOrder,
  type ProviderRefund,
  ProviderRefused,
  type RawWebhook,
  type WebhookNotice,
} from '../../ports.ts';
import { type BoundedAnswer, readJson } from '../bounded-fetch.ts';
import { createJsonApi, type JsonApi, parseJsonBytes } from '../json-api.ts';
import { provenReference, withToken } from '../webhook-token.ts';
import {
  lookOf,
  type NexiOrder,
  nexiCheckout,
  nexiDone,
  nexiErrors,
  nexiNotification,
  nexiOrder,
  nexiOrderPage,
  openedAt,
  orderIdOf,
  referenceOf,
  takenBy,
} from './nexi.shapes.ts';

const ORIGIN = 'https://xpay.nexigroup.com';
const PATH = '/api/phoenix-0.0/psp/api/v1';

/** Ways to pay, and the service of the hosted page; `nexi` shows all that the terminal offers. */
const SERVICES: Readonly<Partial<Record<PaymentMethod, string | null>>> = {
  nexi: null,
  creditcard: 'CARDS',
  applepay: 'APPLEPAY',
};

const CAN: PaymentProvider['can'] = {
  nexi: { refund: 'partial', close: 'sometimes' },
  creditcard: { refund: 'partial', close: 'sometimes' },
  applepay: { refund: 'partial', close: 'sometimes' },
};

/** ISO 639-2. XPay’s page has no Dutch and no Polish, so these get English. */
const LANGUAGES = {
  en: 'eng',
  nl: 'eng',
  de: 'deu',
  es: 'spa',
  fr: 'fra',
  it: 'ita',
  pl: 'eng',
} as const satisfies Record<ProviderOrder['locale'], string>;

/** Nexi documents no end of a hosted page. A payment after this is still found by its notification. */
const PAGE_LIFE_MS = 3_600_000;

/** XPay lists at most one month. */
const MONTH_MS = 30 * 86_400_000;

/** Our clock and Nexi’s may differ by this. */
const CLOCK_SKEW_MS = 60_000;

const PAGE = 100;
const MAX_PAGES = 200;

/** Refusals by XPay’s list of error codes; all others are `other`. */
const CODES: Readonly<Record<string, ProviderRefused['code']>> = {
  PS0007: 'amount',
  PS0009: 'amount',
  PS0029: 'amount',
  PS0036: 'amount',
  PS0040: 'account',
  PS0051: 'account',
  PS0052: 'account',
};

/** Configuration of one account at Nexi. */
export interface NexiAccount {
  /** Name of the account. */
  account: string;
  /** API key of one terminal of XPay. */
  key: string;
  /** Address of a local stand-in of Nexi. */
  url?: string | undefined;
}

/**
 * One account at Nexi, over the hosted page of XPay (payment-api-v1 at developer.nexigroup.com). Amounts are in cents.
 *
 * - The order id comes from our key, so a repeated opening is the same order. It never becomes free again, hence the
 *   long `keyHours`.
 * - Notifications are proven by a token of ours in their address. XPay also repeats the `securityToken` of the opening.
 *   That token is not needed: it proves no more than ours, and a notification only says where to look.
 * - An `AUTHORIZED` order that is not captured can be cancelled. Any other open page stays open, and its order ends with
 *   the payer’s first try.
 *
 * Serves S3-208, S3-213 and S3-214.
 * @throws {TypeError} when `url` is not at localhost or 127.0.0.1.
 */
export function createNexi(options: NexiAccount): PaymentProvider {
  const api = createApi(options);
  return {
    name: 'nexi',
    can: CAN,
    keyHours: 720,
    open: (order) => open(api, options, order),
    find: (reference, since) => find(api, reference, since),
    close: (id) => close(api, id),
    look: (id) => look(api, id),
    refund: (wish) => refund(api, wish),
    readWebhook: (raw) => readWebhook(options, raw),
    list: (from, to) => list(api, from, to),
  };
}

/** The calls of one account, and the base of its addresses. */
interface Api extends JsonApi {
  base: string;
}

function createApi({ account, key, url }: NexiAccount): Api {
  const api = createJsonApi({
    account,
    origins: [ORIGIN],
    standIn: url,
    // XPay asks for a fresh UUID in every request.
    headers: () => ({ 'x-api-key': key, 'correlation-id': randomUUID() }),
    missing: [404],
    refusalIn: (answer) => refusalIn(account, answer),
  });
  return { ...api, base: url === undefined ? `${ORIGIN}${PATH}` : `${url.replace(/\/+$/, '')}/v1` };
}

/** The definite no in an answer; undefined if it may have been done. */
function refusalIn(
  account: string,
  answer: BoundedAnswer,
): { code: ProviderRefused['code']; detail: string } | undefined {
  const { status } = answer;
  if (status === 404) return { code: 'other', detail: 'unknown operation' };
  if (status !== 400) return undefined;
  const [first] = nexiErrors.safeParse(readJson(account, answer)).data?.errors ?? [];
  const code = first?.code.replace(/\W/g, '') ?? '';
  return { code: CODES[code] ?? 'other', detail: `refused with ${code || 'no code'}` };
}

async function open(api: Api, account: NexiAccount, order: ProviderOrder): Promise<OpenedCheckout> {
  const service = SERVICES[order.method];
  const orderId = orderIdOf(order.key);
  if (service === undefined || orderId === undefined)
    throw new ProviderRefused(
      service === undefined ? 'method' : 'other',
      `payment account ${account.account}: ${service === undefined ? `no ${order.method}` : 'no order id left'}`,
    );
  const amount = String(order.cents);
  const body = {
    order: {
      orderId,
      amount,
      currency: order.currency,
      // It may stand on the bank statement, so it must be discreet.
      description: order.words.statement,
      customField: order.reference,
    },
    paymentSession: {
      actionType: 'PAY',
      amount,
      captureType: 'IMPLICIT',
      language: LANGUAGES[order.locale],
      resultUrl: order.returnUrl,
      cancelUrl: order.returnUrl,
      notificationUrl: withToken(order.webhookUrl, account, order.reference),
      ...(service !== null && { paymentService: service }),
    },
  };
  const { hostedPage } = await api.send(`${api.base}/orders/hpp`, nexiCheckout, { body, isOpening: true });
  return { id: orderId, expiresAt: null, next: { kind: 'redirect', url: hostedPage } };
}

const isoTime = (at: number) => encodeURIComponent(new Date(at).toISOString());

/** By the custom field, which holds our reference. */
async function find(api: Api, reference: string, since: number): Promise<string[]> {
  const from = Math.max(since - CLOCK_SKEW_MS, Date.now() - MONTH_MS);
  const query = `customField=${encodeURIComponent(reference)}&fromTime=${isoTime(from)}`;
  const page = await api.get(`${api.base}/orders?${query}&maxRecords=${PAGE}`, nexiOrderPage);
  const ids = (page?.orders ?? []).map(({ order }) => order.orderId);
  return ids.filter((id) => referenceOf(id) === reference);
}

const addressOf = ({ base }: Api, id: string) => `${base}/orders/${encodeURIComponent(id)}`;

async function look(api: Api, id: string): Promise<Look | undefined> {
  const order = await api.get(addressOf(api, id), nexiOrder);
  return order && lookOf(order);
}

async function close(api: Api, id: string): ReturnType<PaymentProvider['close']> {
  const order = await api.get(addressOf(api, id), nexiOrder);
  const { state } = order ? lookOf(order) : { state: 'open' };
  if (state === 'paid' || state === 'partial') return { outcome: 'paid' };
  const held = order && heldBy(order);
  if (held) {
    await api.send(`${api.base}/operations/${encodeURIComponent(held)}/cancels`, nexiDone, { body: {} });
    return { outcome: 'closed' };
  }
  if (state !== 'open' && state !== 'pending') return { outcome: 'closed' };
  return { outcome: 'open', until: (openedAt(id) ?? Date.now()) + PAGE_LIFE_MS };
}

/** The last operation, if it reserved money that is not captured yet. */
function heldBy({ operations }: NexiOrder): string | undefined {
  const last = (operations ?? []).toSorted((one, two) => one.operationTime - two.operationTime).at(-1);
  return last?.operationResult === 'AUTHORIZED' ? last.operationId : undefined;
}

/**
 * A repeat under the same key is the same refund for as long as XPay remembers its `Idempotency-Key`. It does not say
 * how long that is, and shows no key of ours with a refund. The answer has no result either, so it is `pending`.
 */
async function refund(
  api: Api,
  { key, id, cents, currency }: Parameters<PaymentProvider['refund']>[0],
): Promise<ProviderRefund> {
  const order = await api.get(addressOf(api, id), nexiOrder);
  const [taken] = order ? takenBy(order) : [];
  if (!taken) throw new ProviderRefused('other', `payment account ${api.account}: nothing to refund`);
  const address = `${api.base}/operations/${encodeURIComponent(taken.operationId)}/refunds`;
  const body = { amount: String(cents), currency, description: key };
  const { operationId } = await api.send(address, nexiDone, { body, key });
  return { id: operationId, key, cents, state: 'pending' };
}

/** A JSON notification about an order of the reference in its address. */
function readWebhook(account: NexiAccount, { body, headers, query }: RawWebhook): WebhookNotice | undefined {
  if (!String(headers['content-type']).startsWith('application/json')) return undefined;
  const reference = provenReference(query, account);
  const notification = nexiNotification.safeParse(parseJsonBytes(body)).data;
  if (!notification || reference === undefined) return undefined;
  const { eventId, operation } = notification;
  if (referenceOf(operation.orderId) !== reference) return undefined;
  return { eventId: eventId ?? null, look: [operation.orderId] };
}

/** Every order that XPay lists for the window is looked at, because the list has no refunds. */
async function* list(api: Api, from: number, to: number): AsyncGenerator<Look> {
  for await (const id of listedIds(api, from, to)) {
    const found = await look(api, id);
    if (found && found.createdAt >= from && found.createdAt < to) yield found;
  }
}

/** XPay lists orders by their last operation, the newest first. The next page ends where this one did. */
async function* listedIds(api: Api, from: number, to: number): AsyncGenerator<string> {
  const seen = new Set<string>();
  let until: number | null | undefined = to;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query: string = `fromTime=${isoTime(from)}&toTime=${isoTime(until)}&maxRecords=${PAGE}`;
    const orders = (await api.get(`${api.base}/orders?${query}`, nexiOrderPage))?.orders ?? [];
    const fresh = orders.map(({ order }) => order.orderId).filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    yield* fresh;
    until = orders.at(-1)?.lastOperationTime;
    if (fresh.length === 0 || orders.length < PAGE || until == null) return;
  }
  throw api.unavailable(`list longer than ${MAX_PAGES} pages`);
}
