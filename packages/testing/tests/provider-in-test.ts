import { randomUUID } from 'node:crypto';
import { type PaymentProvider, type ProviderRefund, ProviderUnavailable } from '@heartline/platform';

interface Paid {
  key: string;
  state: 'pending' | 'paid' | 'cancelled';
  amountCents: number;
  currency: string;
  reference: string;
  refunds: (ProviderRefund & { key: string; amountCents: number })[];
}

/** A payment provider in this process. A test controls its statuses and lost answers. */
export interface ProviderInTest extends PaymentProvider {
  /** The member pays this payment, unless it was closed. */
  pay(payment: string): void;
  /** The refunded amount of a payment, in cents. */
  paidBack(payment: string): number;
  /** The result of the next refunds; the default is done. `refused`: the provider does not start one. */
  refundsBecome(next: () => 'done' | 'pending' | 'failed' | 'refused'): void;
  /** Decides if the next answer is lost after its request was carried out. */
  losesAnswers(next: () => boolean): void;
  /** Ends pending refunds with this result. */
  endRefunds(how: () => 'done' | 'failed'): void;
}

/** Creates a provider without payments. */
export function createProviderInTest(): ProviderInTest {
  const payments = new Map<string, Paid>();
  let becomes: () => 'done' | 'pending' | 'failed' | 'refused' = () => 'done';
  let isLost = () => false;
  const byPayment = (payment: string) =>
    [...payments.values()].find(({ reference }) => reference === payment);
  const answer = <T>(value: T): T => {
    if (isLost()) throw new ProviderUnavailable('the answer was lost');
    return value;
  };
  return {
    async create({ key, amountCents, currency, reference }) {
      const known = [...payments].find(([, one]) => one.key === key)?.[0];
      const providerId = known ?? `tr_${randomUUID()}`;
      if (!known)
        payments.set(providerId, { key, state: 'pending', amountCents, currency, reference, refunds: [] });
      return answer({ providerId, redirect: `https://pay.example/${providerId}` });
    },
    async cancel(providerId) {
      const payment = payments.get(providerId);
      if (payment?.state === 'pending') payment.state = 'cancelled';
      return answer(undefined);
    },
    async fetch(providerId) {
      const payment = payments.get(providerId);
      if (!payment) return answer(undefined);
      const { state, amountCents, currency, reference } = payment;
      return answer({ providerId, state, amountCents, currency, reference });
    },
    async refund({ key, providerId, amountCents }) {
      const refunds = payments.get(providerId)?.refunds ?? [];
      const known = refunds.find((one) => one.key === key);
      if (known) return answer({ refundId: known.refundId, state: known.state });
      const state = becomes();
      // As a provider that refuses the refund: it stores nothing under the key.
      if (state === 'refused') return answer({ refundId: '', state: 'failed' });
      const refund = { refundId: randomUUID(), state, key, amountCents };
      refunds.push(refund);
      return answer({ refundId: refund.refundId, state });
    },
    async refunded(providerId, refundId) {
      const found = payments.get(providerId)?.refunds.find((one) => one.refundId === refundId);
      return answer(found && { refundId, state: found.state });
    },
    verifyWebhook: () => false,
    pay(payment) {
      const found = byPayment(payment);
      if (found?.state === 'pending') found.state = 'paid';
    },
    paidBack(payment) {
      const done = byPayment(payment)?.refunds.filter(({ state }) => state === 'done') ?? [];
      return done.reduce((sum, { amountCents }) => sum + amountCents, 0);
    },
    refundsBecome: (next) => void (becomes = next),
    losesAnswers: (next) => void (isLost = next),
    endRefunds(how) {
      for (const { refunds } of payments.values())
        for (const refund of refunds) if (refund.state === 'pending') refund.state = how();
    },
  };
}
