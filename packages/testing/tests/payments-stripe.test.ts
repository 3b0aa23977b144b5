import { randomUUID } from 'node:crypto';
import { cancelPayment, type PaymentMethod, startPayment } from '@heartline/contracts';
import { type Person, startWorld, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providerIdOf } from './provider-in-test.ts';

const DAY = 86_400_000;

interface PaymentRow {
  _id: string;
  state: string;
  grantedAt: number | null;
  dueAt: number | null;
  /** When a webhook named it last. */
  reportedAt?: number;
}

/** Stripe differs from other providers where a payer takes their time. Each request here passes stripe-mock. */
describe('payments of a site whose only account is at Stripe', () => {
  let world: WorldWithStubs;

  beforeAll(async () => {
    world = await startWorld({ here: true, stubs: true, payments: 'stripe' });
  });
  // Throws when stripe-mock refused a request.
  afterAll(() => world.stop());

  const core = () => world.gateways[0].core.payments;
  const act = (id: string, action: Parameters<WorldWithStubs['stubs']['payments']['act']>[1]) =>
    world.stubs.payments.act(id, action);

  async function order(method: PaymentMethod): Promise<{ who: Person; payment: string; providerId: string }> {
    const [who] = await world.people({ account: { country: 'NL' } });
    const wish = { key: randomUUID(), package: 'p1', method } as const;
    const { payment, redirect } = await who.http.call(startPayment, wish);
    return { who, payment, providerId: providerIdOf(redirect) };
  }

  /** The stored payment. Sessions of members end when the clock moves by weeks, so no member asks for it. */
  const rowOf = (payment: string) =>
    world.inside.mongo.connection.collection<PaymentRow>('payments').findOne({ _id: payment });

  /** The stored state and whether credits were granted. */
  async function stateOf(payment: string): Promise<string> {
    const row = await rowOf(payment);
    return row?.grantedAt ? `${row.state}, granted` : String(row?.state);
  }

  /**
   * The payer confirms. Waits until the webhook was handled and the provider was asked. A webhook handled after the test
   * moved the clock would begin the horizon of the payment anew.
   */
  async function submit({ payment, providerId }: { payment: string; providerId: string }): Promise<void> {
    act(providerId, 'submit');
    const isHandled = async () => {
      const { reportedAt, dueAt } = (await rowOf(payment)) ?? {};
      return reportedAt !== undefined && (dueAt ?? 0) > reportedAt;
    };
    await expect.poll(isHandled).toBe(true);
  }

  it.each(['creditcard', 'ideal', 'paypal', 'sct'] as const)('grants credits for %s', async (method) => {
    const { payment, providerId } = await order(method);
    act(providerId, 'pay');
    await expect.poll(() => stateOf(payment)).toBe('completed, granted');
  });

  it('lets a payer try again after a decline, and gives up when the member does', async () => {
    const { who, payment, providerId } = await order('creditcard');
    act(providerId, 'fail');
    await core().reconcilePayments();
    expect(await stateOf(payment)).toBe('pending');
    expect((await who.http.call(cancelPayment, { payment })).payment.state).toBe('cancelled');
    act(providerId, 'pay');
    expect(world.stubs.payments.find(providerId)?.receivedCents).toBe(0);
  });

  it('waits for a transfer for longer than Stripe shows its page', async () => {
    const { payment, providerId } = await order('sct');
    await submit({ payment, providerId });
    world.clock.advance(3 * DAY);
    await core().reconcilePayments();
    expect(await stateOf(payment)).toBe('pending');
    act(providerId, 'arrive');
    await expect.poll(() => stateOf(payment)).toBe('completed, granted');
  });

  it('ends a transfer that nobody made', async () => {
    const { payment, providerId } = await order('sct');
    await submit({ payment, providerId });
    world.clock.advance(40 * DAY);
    await core().reconcilePayments();
    expect(await stateOf(payment)).toBe('cancelled');
    act(providerId, 'arrive');
    expect(world.stubs.payments.find(providerId)?.receivedCents).toBe(0);
  });
});
