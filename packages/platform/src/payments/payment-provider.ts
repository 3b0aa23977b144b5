import { z } from 'zod';
import type { PaymentProvider, ProviderRefund } from '../ports.ts';
import { verifyWebhookSignature } from './webhook-signature.ts';

/** The provider did not answer, or not as specified. The status of the payment is unknown; ask again later. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

const DEADLINE_MS = 4_000;
const MAX_ANSWER_BYTES = 65_536;

const created = z.object({ id: z.string().max(100), redirect: z.url().max(2_000) });

const fetched = z.object({
  id: z.string().max(100),
  state: z.enum(['pending', 'paid', 'failed', 'cancelled']),
  amountCents: z.int(),
  currency: z.string(),
  reference: z.string(),
});

const refund = z.object({
  id: z.string().max(100),
  state: z.enum(['pending', 'done', 'failed']),
});

/** Status of a refund that is impossible: more than was paid, or nothing was paid. */
const REFUSED = 422;

/**
 * A payment provider over its HTTP API: the sandbox of `npm start`, or an adapter of a real provider with the same four
 * calls. Each call has a deadline, follows no redirect and limits the size of the answer.
 * @throws {ProviderUnavailable} when the provider does not answer.
 */
export function createPaymentProvider(options: {
  url: string;
  key: string;
  webhookSecret: string;
}): PaymentProvider {
  const base = options.url.replace(/\/+$/, '');

  async function call(method: 'GET' | 'POST', path: string, init: { key?: string; body?: object } = {}) {
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(DEADLINE_MS),
        headers: {
          authorization: `Bearer ${options.key}`,
          ...(init.key && { 'idempotency-key': init.key }),
          ...(init.body && { 'content-type': 'application/json' }),
        },
        ...(init.body && { body: JSON.stringify(init.body) }),
      });
      const text = await readBounded(response);
      if (response.status === 404) return undefined;
      if (response.status === REFUSED) return REFUSED;
      if (!response.ok) throw new Error(`status ${response.status}`);
      return JSON.parse(text) as unknown;
    } catch (error) {
      throw new ProviderUnavailable(`payment provider: ${String(error)}`, { cause: error });
    }
  }

  return {
    async create({ key, ...order }) {
      const answer = created.safeParse(await call('POST', '/v1/payments', { key, body: order }));
      if (!answer.success) throw new ProviderUnavailable('payment provider: unexpected answer');
      return { providerId: answer.data.id, redirect: answer.data.redirect };
    },
    async cancel(providerId) {
      await call('POST', `/v1/payments/${encodeURIComponent(providerId)}/cancel`);
    },
    async fetch(providerId) {
      const body = await call('GET', `/v1/payments/${encodeURIComponent(providerId)}`);
      if (body === undefined) return undefined;
      const answer = fetched.safeParse(body);
      if (!answer.success) throw new ProviderUnavailable('payment provider: unexpected answer');
      const { id, ...payment } = answer.data;
      return { providerId: id, ...payment };
    },
    async refund({ key, providerId, amountCents }) {
      const path = `/v1/payments/${encodeURIComponent(providerId)}/refunds`;
      return readRefund(await call('POST', path, { key, body: { amountCents } }));
    },
    async refunded(providerId, refundId) {
      const path = `/v1/payments/${encodeURIComponent(providerId)}/refunds/${encodeURIComponent(refundId)}`;
      const body = await call('GET', path);
      return body === undefined ? undefined : readRefund(body);
    },
    verifyWebhook: (rawBody, signature, now) =>
      verifyWebhookSignature(options.webhookSecret, rawBody, signature, now),
  };
}

function readRefund(body: unknown): ProviderRefund {
  if (body === REFUSED) return { refundId: '', state: 'failed' };
  const answer = refund.safeParse(body);
  if (!answer.success) throw new ProviderUnavailable('payment provider: unexpected answer');
  return { refundId: answer.data.id, state: answer.data.state };
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new Error('answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
