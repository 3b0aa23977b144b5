import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RawWebhook } from '../../ports.ts';
import { anOrder, REFERENCE, serveAnswers } from '../server-in-test.ts';
import { orderIdOf } from './nexi.shapes.ts';
import { createNexi } from './nexi.ts';

const KEY = 'nexi_4711';
const ORDER = orderIdOf(`${REFERENCE}-1`);

describe('notifications of Nexi', () => {
  async function queryOf(reference = REFERENCE): Promise<Record<string, string>> {
    const { url, received } = await serveAnswers(() => ({ status: 400, body: {} }));
    await createNexi({ account: 'it', key: KEY, url })
      .open(anOrder({ method: 'nexi', reference, key: `${reference}-1` }))
      .catch(() => undefined);
    const session = z.object({ notificationUrl: z.string() });
    const { paymentSession } = z.object({ paymentSession: session }).parse(received[0]?.body);
    return Object.fromEntries(new URL(paymentSession.notificationUrl).searchParams);
  }
  const notification = {
    eventId: '554c',
    securityToken: '2f0e',
    operation: { orderId: ORDER, operationId: '101' },
  };
  const at = (query: RawWebhook['query'], body: object | string = notification): RawWebhook => ({
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    headers: { 'content-type': 'application/json' },
    query,
    now: 0,
  });
  const account = createNexi({ account: 'it', key: KEY });

  it('says where to look', async () => {
    expect(account.readWebhook(at(await queryOf()))).toEqual({ eventId: '554c', look: [ORDER] });
  });

  it('refuses a wrong or missing token, whatever securityToken it carries', async () => {
    const { token = '', ...rest } = await queryOf();
    for (const wrong of [undefined, '', `${token.slice(0, -2)}AA`, '2f0e'])
      expect(account.readWebhook(at({ ...rest, token: wrong })), String(wrong)).toBeUndefined();
  });

  it('refuses the token of another reference, account or key', async () => {
    const query = await queryOf();
    expect(account.readWebhook(at({ ...query, reference: '0'.repeat(24) }))).toBeUndefined();
    expect(account.readWebhook(at(await queryOf('0'.repeat(24))))).toBeUndefined();
    expect(createNexi({ account: 'at', key: KEY }).readWebhook(at(query))).toBeUndefined();
    expect(createNexi({ account: 'it', key: 'new' }).readWebhook(at(query))).toBeUndefined();
  });

  it('refuses a form, broken JSON, and JSON without an order', async () => {
    const query = await queryOf();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(account.readWebhook({ ...at(query), headers })).toBeUndefined();
    for (const body of ['', '{', '[]', '{"operation":{}}', 'id=tr_1'])
      expect(account.readWebhook(at(query, body)), body).toBeUndefined();
  });
});
