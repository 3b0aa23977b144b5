import { under } from '@heartline/platform';
import { LEDGER } from '../credits/index.ts';
import type { Audit } from './audit.ts';
import type { BookRow } from './check-ledgers.ts';
import { documentsOf } from './read-in-batches.ts';
import type { Violation } from './violation.ts';

interface PaymentDoc {
  _id: string;
  member: string;
  priceCents: number;
  credits: number;
  currency: string;
}

const paymentOf = ({ key }: Pick<BookRow, 'key'>) => key.split(':')[1] ?? '';

/**
 * C6 of a batch of ledger rows: what was refunded of a payment, and not given back since, never exceeds it, in credits
 * or in money. There are few refunds, so each payment among them is read by itself.
 */
export async function* checkRefunds(audit: Audit, rows: readonly BookRow[]): AsyncGenerator<Violation> {
  const refunds = new Map(
    rows.filter(({ kind }) => kind === 'refund').map((row) => [`${row.owner} ${paymentOf(row)}`, row]),
  );
  if (refunds.size === 0) return;
  const payments = await documentsOf<PaymentDoc>(audit, 'payments', [...refunds.values()].map(paymentOf), [
    'member',
    'priceCents',
    'credits',
    'currency',
  ]);
  for (const row of refunds.values()) {
    const payment = payments.get(paymentOf(row));
    const detail = await excessOf(audit, row, payment);
    if (detail) yield { invariant: 'C6', subject: row._id, detail };
  }
}

async function excessOf(
  audit: Audit,
  row: BookRow,
  payment: PaymentDoc | undefined,
): Promise<string | undefined> {
  if (payment?.member !== row.owner) return 'refunds a payment that is not the member’s';
  const trades = await audit.mongo.connection
    .collection<BookRow>(LEDGER)
    .find({
      owner: row.owner,
      $or: ['refund', 'return:refund'].map((start) => ({
        key: under(`${start}:${payment._id}`),
      })),
    })
    .toArray();
  const undone = new Set(trades.filter(({ kind }) => kind === 'return').map(({ key }) => key));
  const standing = trades.filter(({ kind, key }) => kind === 'refund' && !undone.has(`return:${key}`));
  const credits = standing.reduce((sum, { purchased }) => sum - purchased, 0);
  const cents = standing.reduce((sum, { money }) => sum + (money?.cents ?? 0), 0);
  if (credits <= payment.credits && cents <= payment.priceCents) return undefined;
  return `${credits} credits and ${cents} cents refunded of ${payment.credits} for ${payment.priceCents}`;
}
