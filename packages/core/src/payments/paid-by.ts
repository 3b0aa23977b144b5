import { type Mongo, under } from '@heartline/platform';
import { LEDGER, type LedgerRow } from '../credits/index.ts';
import { PAYMENTS, type PaymentDoc } from './payment.repository.ts';
import { REFUNDS, type RefundDoc } from './refund.repository.ts';

/** Cents by currency that a member paid, less what was paid back and what banks took back. */
export type Paid = ReadonlyMap<string, number>;

/**
 * Payments of these members so far. Only buyers are in it, also one whose money was all paid back. A debit that is only
 * promised is no payment yet.
 */
export async function paidBy({ connection }: Mongo, members: readonly string[]): Promise<Map<string, Paid>> {
  const ofThem = { member: { $in: [...members] } };
  const [payments, refunds, trades] = await Promise.all([
    connection
      .collection<PaymentDoc>(PAYMENTS)
      .find({ ...ofThem, state: 'completed', settlement: { $ne: 'promised' } })
      .toArray(),
    connection
      .collection<RefundDoc>(REFUNDS)
      .find({ ...ofThem, state: { $in: ['pending', 'completed'] } })
      .toArray(),
    connection
      .collection<LedgerRow>(LEDGER)
      .find({
        owner: { $in: [...members] },
        $or: [{ key: under('chargeback') }, { key: under('return:chargeback') }],
      })
      .toArray(),
  ]);
  const paid = new Map<string, Map<string, number>>();
  for (const { member, currency, priceCents } of payments) {
    const own = paid.get(member) ?? new Map<string, number>();
    own.set(currency, (own.get(currency) ?? 0) + priceCents);
    paid.set(member, own);
  }
  const backs = refunds.map(({ member, currency, cents }) => ({ member, currency, cents }));
  for (const { owner: member, kind, money } of trades) {
    if (money) backs.push({ member, ...money, cents: kind === 'chargeback' ? money.cents : -money.cents });
  }
  for (const { member, currency, cents } of backs) {
    const own = paid.get(member);
    own?.set(currency, (own.get(currency) ?? 0) - cents);
  }
  return paid;
}
