import { paymentMethod } from '@heartline/contracts';
import type { z } from 'zod';
import {
  type DirectDebits,
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
import { type BoundedAnswer, createBoundedFetch, readJson } from '../bounded-fetch.ts';
import { parseJsonBytes, readShape } from '../json-api.ts';
import { verifyWebhookSignature } from '../webhook-signature.ts';
import {
  bridgeDebit,
  type bridgeDebitOrder,
  bridgeDisputes,
  bridgeList,
  bridgeMandate,
  type bridgeMandateOrder,
  bridgeOpened,
  type bridgeOrder,
  bridgePayment,
  bridgeRefund,
  bridgeRefusal,
  bridgeWebhook,
} from './protocol.ts';

/** Bridges must remember a key for 24 hours; the rest is for clocks that differ. */
const KEY_HOURS = 20;
/** A list that does not end is a fault of the bridge. */
const MAX_PARTS = 1_000;

const ABILITY: MethodAbility = { refund: 'partial', close: 'sometimes' };

/** Settings of an account behind a bridge. */
export interface BridgeOptions {
  account: string;
  /** Address of the bridge, before `/v1`. */
  url: string;
  key: string;
  webhookSecret: string;
  previousWebhookSecret?: string | undefined;
}

interface Wish {
  key?: string;
  body?: object;
}

/**
 * An acquirer behind a bridge: an HTTP service that speaks `infra/reference/payment-protocol.md`. The payment sandbox
 * speaks it too.
 */
export function createBridge(options: BridgeOptions): PaymentProvider {
  const { account } = options;
  const call = createCall(options);

  /** Payments in parts of a list, the oldest first. */
  async function* parts(query: Record<string, string>): AsyncIterable<Look> {
    let after: string | null = null;
    for (let part = 0; part < MAX_PARTS; part += 1) {
      const search = new URLSearchParams({ ...query, ...(after && { after }) });
      const answer = await call('GET', `/payments?${search.toString()}`);
      const { payments, next } = read(account, bridgeList, answer);
      yield* payments.map(lookOf);
      if (next === null) return;
      after = next;
    }
    throw new ProviderUnavailable(`payment account ${account}: the list does not end`);
  }

  const at = (id: string) => `/payments/${encodeURIComponent(id)}`;

  return {
    name: 'bridge',
    can: Object.fromEntries(paymentMethod.options.map((method) => [method, ABILITY])),
    keyHours: KEY_HOURS,
    async open(order) {
      const answer = await call('POST', '/payments', { key: order.key, body: wireOrder(order) });
      // Nothing was opened with a key that the bridge does not know, so another account may serve the member.
      if (answer.status === 401 || answer.status === 403)
        throw new ProviderRefused('account', `payment account ${account}: the bridge refuses our key`);
      return openedOf(account, readChange(account, bridgeOpened, answer));
    },
    async find(reference, since) {
      const found: string[] = [];
      for await (const { id } of parts({ reference, from: String(since) })) found.push(id);
      return found;
    },
    async close(id) {
      return closedOf(account, readChange(account, bridgePayment, await call('POST', `${at(id)}/cancel`)));
    },
    async look(id) {
      const answer = await call('GET', at(id));
      return answer.status === 404 ? undefined : lookOf(read(account, bridgePayment, answer));
    },
    async refund({ key, id, cents, currency }) {
      const body = { amountCents: cents, currency };
      return refundOf(
        readChange(account, bridgeRefund, await call('POST', `${at(id)}/refunds`, { key, body })),
      );
    },
    readWebhook: (raw) => readWebhook(options, raw),
    list: (from, to) => parts({ from: String(from), to: String(to) }),
    debits: debitsOf(account, call),
    disputedSince: (since) => disputedSince(account, call, since),
  };
}

type Call = ReturnType<typeof createCall>;

/** A bridge without mandates does not know their addresses, and thus refuses the way to pay. */
const UNSERVED = new Set([404, 405, 501]);

function debitsOf(account: string, call: Call): DirectDebits {
  const refused = (code: ProviderRefused['code'], words: string) =>
    new ProviderRefused(code, `payment account ${account}: ${words}`);
  return {
    async mandate({ key, debtor: { address, ...debtor }, ...wish }) {
      const body: z.input<typeof bridgeMandateOrder> = { ...wish, debtor: { ...debtor, ...address } };
      const answer = await call('POST', '/mandates', { key, body });
      if (UNSERVED.has(answer.status)) throw refused('method', 'the bridge takes no mandates');
      return readChange(account, bridgeMandate, answer);
    },
    async collect({
      key,
      cents,
      words,
      reference,
      currency,
      country,
      locale,
      webhookUrl,
      mandate,
      collectOn,
    }) {
      const body: z.input<typeof bridgeDebitOrder> = {
        reference,
        amountCents: cents,
        currency,
        country,
        locale,
        description: words.what,
        statement: words.statement,
        webhookUrl,
        mandate,
        collectOn,
      };
      return readChange(account, bridgeDebit, await call('POST', '/debits', { key, body }));
    },
    async revoke(mandate) {
      const answer = await call('POST', `/mandates/${encodeURIComponent(mandate)}/revoke`);
      if (answer.status !== 404) read(account, bridgeMandate, answer);
    },
  };
}

/** A bridge without this list shows disputes with its payments only. */
async function disputedSince(account: string, call: Call, since: number): Promise<string[]> {
  const found = new Set<string>();
  let after: string | null = null;
  for (let part = 0; part < MAX_PARTS; part += 1) {
    const search = new URLSearchParams({ since: String(since), ...(after && { after }) });
    const answer = await call('GET', `/disputes?${search.toString()}`);
    if (UNSERVED.has(answer.status)) return [];
    const { disputes, next } = read(account, bridgeDisputes, answer);
    for (const { payment } of disputes) found.add(payment);
    if (next === null) return [...found];
    after = next;
  }
  throw new ProviderUnavailable(`payment account ${account}: the list of disputes does not end`);
}

/** The calls of one account, under `/v1` of its bridge. */
function createCall({ account, url, key: apiKey }: BridgeOptions) {
  const base = url.replace(/\/+$/, '');
  const send = createBoundedFetch({ account, origins: [base] });
  return (method: 'GET' | 'POST', path: string, { key, body }: Wish = {}): Promise<BoundedAnswer> =>
    send(`${base}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        ...(key && { 'idempotency-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
}

/** Statuses that say a definite no to a call that changes something; 404: there is no such payment. */
const REFUSALS = new Set([400, 404, 409, 422]);

/** Reads the answer to a call that changes something. A refusal becomes an error of its own. */
function readChange<T>(account: string, shape: z.ZodType<T>, answer: BoundedAnswer): T {
  if (!REFUSALS.has(answer.status)) return read(account, shape, answer);
  const refusal = bridgeRefusal.safeParse(readJson(account, answer));
  const code = refusal.success ? refusal.data.error : 'other';
  throw new ProviderRefused(code, `payment account ${account}: the bridge refuses: ${code}`);
}

/** Reads an answer of a known shape. */
function read<T>(account: string, shape: z.ZodType<T>, answer: BoundedAnswer): T {
  const { status } = answer;
  if (status !== 200 && status !== 201)
    throw new ProviderUnavailable(`payment account ${account}: unexpected status ${status}`);
  return readShape(account, answer, shape);
}

function wireOrder({ key: _key, cents, words, ...order }: ProviderOrder): z.input<typeof bridgeOrder> {
  return { ...order, amountCents: cents, description: words.what, statement: words.statement };
}

function openedOf(account: string, opened: z.output<typeof bridgeOpened>): OpenedCheckout {
  const { id, expiresAt, redirect, transfer } = opened;
  if (transfer) return { id, expiresAt, next: { kind: 'transfer', to: transfer, url: redirect } };
  if (redirect) return { id, expiresAt, next: { kind: 'redirect', url: redirect } };
  throw new ProviderUnavailable(`payment account ${account}: neither a page nor a transfer`);
}

function closedOf(account: string, { state, expiresAt }: z.output<typeof bridgePayment>) {
  if (state === 'paid') return { outcome: 'paid' } as const;
  if (state === 'failed' || state === 'cancelled' || state === 'expired')
    return { outcome: 'closed' } as const;
  if (expiresAt === null)
    throw new ProviderUnavailable(`payment account ${account}: an open payment without an end`);
  return { outcome: 'open', until: expiresAt } as const;
}

function lookOf(payment: z.output<typeof bridgePayment>): Look {
  const { id, reference, state, amountCents, receivedCents, currency, createdAt } = payment;
  return {
    id,
    reference,
    state,
    cents: amountCents,
    receivedCents,
    currency,
    createdAt,
    refunds: payment.refunds.map(refundOf),
    disputes: payment.disputes.map(({ amountCents: cents, ...dispute }) => ({ ...dispute, cents })),
    failure: payment.failure ?? null,
    payer: { country: payment.payer?.country ?? null, ibanEnd: payment.payer?.ibanEnd ?? null },
  };
}

function refundOf({ id, key, amountCents, state }: z.output<typeof bridgeRefund>): Look['refunds'][number] {
  return { id, key, cents: amountCents, state };
}

/** A webhook signed with the secret, or with the one before it while a bridge still uses that. */
function readWebhook(options: BridgeOptions, { body, headers, now }: RawWebhook): WebhookNotice | undefined {
  const given = headers['x-payment-signature'];
  const signature = typeof given === 'string' ? given : undefined;
  const secrets = [options.webhookSecret, options.previousWebhookSecret].filter((one) => one !== undefined);
  if (!secrets.some((secret) => verifyWebhookSignature(secret, body, signature, now))) return undefined;
  const notice = bridgeWebhook.safeParse(parseJsonBytes(body));
  return notice.success ? { eventId: notice.data.id, look: [notice.data.payment] } : undefined;
}
