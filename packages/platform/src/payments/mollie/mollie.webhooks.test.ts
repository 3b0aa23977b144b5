import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RawWebhook } from '../../ports.ts';
import { anOrder, REFERENCE, serveAnswers } from '../server-in-test.ts';
import { createMollie } from './mollie.ts';

const KEY = 'test_4711';

describe('webhooks of Mollie', () => {
  const FORM = 'application/x-www-form-urlencoded';

  /** The query of the webhook address that an opening sends. */
  async function queryOf(reference = REFERENCE): Promise<Record<string, string>> {
    const { url, received } = await serveAnswers(() => ({ status: 422, body: {} }));
    await createMollie({ account: 'nl', key: KEY, url })
      .open(anOrder({ reference }))
      .catch(() => undefined);
    const { webhookUrl } = z.object({ webhookUrl: z.string() }).parse(received[0]?.body);
    return Object.fromEntries(new URL(webhookUrl).searchParams);
  }
  const at = (query: RawWebhook['query'], body = 'id=tr_1', type = FORM): RawWebhook => ({
    body: Buffer.from(body),
    headers: { 'content-type': type },
    query,
    now: 0,
  });
  const nl = createMollie({ account: 'nl', key: KEY });

  it('says where to look', async () => {
    const query = await queryOf();
    expect(nl.readWebhook(at(query))).toEqual({ eventId: null, look: ['tr_1'] });
    expect(nl.readWebhook(at(query, 'id=tr_1', `${FORM}; charset=utf-8`))).toBeDefined();
  });

  it('refuses a wrong or missing token', async () => {
    const { token = '', ...rest } = await queryOf();
    for (const wrong of [undefined, '', `${token.slice(0, -2)}AA`, `${token}A`, 'A'.repeat(43), [token]])
      expect(nl.readWebhook(at({ ...rest, token: wrong })), String(wrong)).toBeUndefined();
  });

  it('refuses the token of another reference, account or key', async () => {
    const query = await queryOf();
    expect(nl.readWebhook(at({ ...query, reference: '0'.repeat(24) }))).toBeUndefined();
    expect(createMollie({ account: 'be', key: KEY }).readWebhook(at(query))).toBeUndefined();
    expect(createMollie({ account: 'nl', key: 'test_new' }).readWebhook(at(query))).toBeUndefined();
  });

  it('refuses JSON, and ids that are none of a payment', async () => {
    const query = await queryOf();
    expect(nl.readWebhook(at(query, '{"id":"tr_1"}', 'application/json'))).toBeUndefined();
    expect(nl.readWebhook(at(query, '{"id":"tr_1"}'))).toBeUndefined();
    expect(nl.readWebhook(at(query, 'id=tr_1', 'text/plain'))).toBeUndefined();
    for (const id of ['', 'ord_1', 'tr_', 'tr_1/refunds', `tr_${'1'.repeat(61)}`])
      expect(nl.readWebhook(at(query, `id=${encodeURIComponent(id)}`)), id).toBeUndefined();
  });
});
