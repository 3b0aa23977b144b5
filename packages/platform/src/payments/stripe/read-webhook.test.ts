import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { readStripeWebhook } from './read-webhook.ts';

const NOW = 1_790_000_000_000;
const SECRET = 'whsec_new';
const PREVIOUS = 'whsec_old';
const OURS = { metadata: { heartline_payment: 'payment-1' } };

const written = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
const usual = written('checkout.session.completed', { id: 'cs_test_1', ...OURS });

function read(payload: string, { secret = SECRET, at = NOW, body = Buffer.from(payload) } = {}) {
  const timestamp = Math.floor(at / 1_000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const raw = { body, headers: { 'stripe-signature': signature }, query: {}, now: NOW };
  return readStripeWebhook(raw, [SECRET, PREVIOUS]);
}

describe('webhooks of Stripe', () => {
  it.each([
    ['now', 0, true],
    ['299 s ago', -299_000, true],
    ['300 s ago', -300_000, true],
    ['301 s ago', -301_000, false],
    ['299 s ahead', 299_000, true],
    ['301 s ahead', 301_000, false],
  ])('reads one signed %s: %#', (_case, offset, isGenuine) => {
    expect(read(usual, { at: NOW + offset }) !== undefined).toBe(isGenuine);
  });

  it('takes the secret before the last change, and no other', () => {
    expect(read(usual, { secret: PREVIOUS })).toEqual({ eventId: 'evt_1', look: ['cs_test_1'] });
    expect(read(usual, { secret: 'whsec_of_another_account' })).toBeUndefined();
  });

  it('covers every byte of the body', () => {
    expect(read(usual, { body: Buffer.from(`${usual} `) })).toBeUndefined();
    expect(
      read(usual, { body: Buffer.from(JSON.stringify(JSON.parse(usual), undefined, 1)) }),
    ).toBeUndefined();
  });

  it('refuses a request without a signature, with two, or with a form', () => {
    const body = Buffer.from('id=evt_1');
    for (const headers of [{}, { 'stripe-signature': ['t=1', 'v1=0'] }, { 'stripe-signature': 't=1,v1=00' }])
      expect(readStripeWebhook({ body, headers, query: {}, now: NOW }, [SECRET])).toBeUndefined();
    expect(read('id=evt_1')).toBeUndefined();
  });

  it('covers its time, so an old one cannot be renewed', () => {
    const old = NOW / 1_000 - 400;
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: usual,
      secret: SECRET,
      timestamp: old,
    });
    for (const renewed of [`${signature},t=${NOW / 1_000}`, signature.replace(/t=\d+/, `t=${NOW / 1_000}`)]) {
      const raw = { body: Buffer.from(usual), headers: { 'stripe-signature': renewed }, query: {}, now: NOW };
      expect(readStripeWebhook(raw, [SECRET])).toBeUndefined();
    }
  });

  it.each([
    ['checkout.session.completed', { id: 'cs_test_1', ...OURS }, ['cs_test_1']],
    ['checkout.session.async_payment_succeeded', { id: 'cs_test_1', ...OURS }, ['cs_test_1']],
    ['checkout.session.async_payment_failed', { id: 'cs_test_1', ...OURS }, ['cs_test_1']],
    ['checkout.session.expired', { id: 'cs_test_1', ...OURS }, ['cs_test_1']],
    ['checkout.session.completed', { id: 'cs_of_another_shop', metadata: {} }, []],
    ['checkout.session.completed', { id: 'cs_of_another_shop', metadata: null }, []],
    ['payment_intent.succeeded', { id: 'pi_1', ...OURS }, ['pi_1']],
    ['payment_intent.partially_funded', { id: 'pi_1', ...OURS }, ['pi_1']],
    ['payment_intent.succeeded', { id: 'pi_of_another_shop', metadata: {} }, []],
    ['charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' }, ['pi_1']],
    ['refund.updated', { id: 're_1', payment_intent: 'pi_1', metadata: {} }, ['pi_1']],
    ['refund.failed', { id: 're_1', payment_intent: 'pi_1' }, ['pi_1']],
    ['refund.updated', { id: 're_1', payment_intent: null }, []],
    ['charge.dispute.created', { id: 'du_1', payment_intent: 'pi_1' }, ['pi_1']],
    ['charge.dispute.closed', { id: 'du_1', payment_intent: 'pi_1' }, ['pi_1']],
    ['charge.succeeded', { id: 'ch_1', payment_intent: 'pi_1' }, []],
    ['balance.available', { object: 'balance' }, []],
  ])('looks for %s of %o at %j', (type, object, look) => {
    expect(read(written(type, object))).toEqual({ eventId: 'evt_1', look });
  });
});
