import type { Mongo } from '@heartline/platform';
import { LEDGER, type LedgerRow } from '../credits/index.ts';
import type { Violation } from './violation.ts';

interface PaymentDoc {
  _id: string;
  member: string;
  state: string;
  credits: number;
  priceCents: number;
}

/**
 * C5, both ways: every purchase row belongs to one completed payment of the same member, with its credits and price;
 * every completed payment has its row.
 */
export async function* checkPurchases(mongo: Mongo): AsyncGenerator<Violation> {
  const payments = new Map<string, PaymentDoc>();
  for await (const payment of mongo.connection
    .collection<PaymentDoc>('payments')
    .find({ state: 'completed' })) {
    payments.set(payment._id, payment);
  }
  for await (const row of mongo.connection.collection<LedgerRow>(LEDGER).find({ kind: 'purchase' })) {
    const id = row.key.slice('payment:'.length);
    const payment = payments.get(id);
    payments.delete(id);
    if (!payment || payment.member !== row.owner || payment.priceCents !== row.money?.cents) {
      yield {
        invariant: 'C5',
        subject: row._id,
        detail: `no completed payment ${id} of this member and price`,
      };
    }
  }
  for (const id of payments.keys())
    yield { invariant: 'C5', subject: id, detail: 'completed, but granted nothing' };
}
