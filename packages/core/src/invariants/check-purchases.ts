import { rowId } from '@heartline/platform';
import { LEDGER } from '../credits/index.ts';
import { chosenDocuments, documentsOf, existingUnder } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { BookRow } from './check-ledgers.ts';
import type { Violation } from './violation.ts';

interface PaymentDoc {
  _id: string;
  member: string;
  state: string;
  priceCents: number;
  currency: string;
  credits: number;
}

const paymentOf = (row: BookRow) => row.key.slice('payment:'.length);

const rowBefore = ({ owner, n }: BookRow) => rowId(owner, n - 1);

/**
 * C5 for a batch of purchase rows: each belongs to a completed payment of the same member and price. It added
 * the credits of that payment, less a debt that they paid.
 */
export async function* checkPurchases(audit: Audit, rows: readonly BookRow[]): AsyncGenerator<Violation> {
  const [payments, before] = await Promise.all([
    documentsOf<PaymentDoc>(audit, 'payments', rows.map(paymentOf), [
      'member',
      'state',
      'priceCents',
      'currency',
      'credits',
    ]),
    documentsOf<Pick<BookRow, '_id' | 'debtAfter'>>(audit, LEDGER, rows.map(rowBefore), ['debtAfter']),
  ]);
  for (const row of rows) {
    const payment = payments.get(paymentOf(row));
    const isSame = payment?.member === row.owner && payment.priceCents === row.money?.cents;
    if (!isSame || payment.currency !== row.money?.currency || payment.state !== 'completed') {
      const detail = `no completed payment ${paymentOf(row)} of this member and price`;
      yield { invariant: 'C5', subject: row._id, detail };
      continue;
    }
    const repaid = (before.get(rowBefore(row))?.debtAfter ?? 0) - row.debtAfter;
    if (row.purchased + repaid !== payment.credits) {
      const detail = `gave ${row.purchased} credits and paid ${repaid}, ${payment.credits} were bought`;
      yield { invariant: 'C5', subject: row._id, detail };
    }
  }
}

/** C5 in reverse: every completed payment granted its credits. */
export async function* checkPayments(audit: Audit): AsyncGenerator<Violation> {
  const { from, until, whole } = audit;
  const when = whole ? {} : { createdAt: { $gte: from, $lt: until } };
  const batches = chosenDocuments<PaymentDoc>(audit, 'payments', { state: 'completed', ...when }, ['member']);
  for await (const payments of batches) {
    const rows = await existingUnder(
      audit,
      LEDGER,
      payments.map(({ _id, member }) => [member, `payment:${_id}`]),
    );
    for (const { _id, member } of payments) {
      if (!rows.has(`${member} payment:${_id}`)) {
        yield { invariant: 'C5', subject: _id, detail: 'completed, but granted nothing' };
      }
    }
  }
}
