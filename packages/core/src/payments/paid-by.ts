import type { Mongo } from '@heartline/platform';
import { PAYMENTS, type PaymentDoc } from './payment.repository.ts';
import { REFUNDS, type RefundDoc } from './refund.repository.ts';

/** Cents by currency that a member paid, less what was paid back. */
export type Paid = ReadonlyMap<string, number>;

/** Payments of these members so far. Only buyers are in it, also one whose money was all paid back. */
export async function paidBy({ connection }: Mongo, members: readonly string[]): Promise<Map<string, Paid>> {
  const ofThem = { member: { $in: [...members] } };
  const [payments, refunds] = await Promise.all([
    connection
      .collection<PaymentDoc>(PAYMENTS)
      .find({ ...ofThem, state: 'completed' })
      .toArray(),
    connection
      .collection<RefundDoc>(REFUNDS)
      .find({ ...ofThem, state: { $in: ['pending', 'completed'] } })
      .toArray(),
  ]);
  const paid = new Map<string, Map<string, number>>();
  for (const { member, currency, priceCents } of payments) {
    const own = paid.get(member) ?? new Map<string, number>();
    own.set(currency, (own.get(currency) ?? 0) + priceCents);
    paid.set(member, own);
  }
  for (const { member, currency, cents } of refunds) {
    const own = paid.get(member);
    own?.set(currency, (own.get(currency) ?? 0) - cents);
  }
  return paid;
}
