import type { Mongo } from '@heartline/platform';
import type { Accounts, PersonalData } from '../accounts/index.ts';
import { BONUSES } from './bonus.repository.ts';
import { eraseCodesOf } from './code.repository.ts';
import { debitsData, eraseDebitsOf } from './debit/personal-data.ts';
import { eraseDebt } from './debts/debt.repository.ts';
import { type DisputeDoc, disputesOf } from './disputes/dispute.repository.ts';
import { PAYMENTS, type PaymentDoc } from './payment.repository.ts';
import { type ReceiptRow, receiptsOf } from './receipt.repository.ts';
import { type RefundDoc, refundsOf } from './refund.repository.ts';
import { withdrawalsFrom } from './withdrawal.repository.ts';

/** Money that a bank took back, in the export; an inquiry moves none. */
const exportedDispute = ({ at, credits, cents, currency, state, ledger }: DisputeDoc) =>
  ledger === 'none' ? [] : [{ at, credits, price: { cents, currency }, state }];

/** A receipt or credit note in the export. The seller and the terms are on its page. */
const exported = ({ number, at, currency, grossCents, vatCents, evidence }: ReceiptRow) => ({
  number,
  at,
  price: { cents: grossCents, currency },
  vat: { cents: vatCents, currency },
  addressCountry: evidence.ip,
});

/** A payment in the export, with its receipts and refunds. */
function exportedPayment(
  row: PaymentDoc,
  {
    refunds,
    receipts,
    disputes,
  }: {
    refunds: readonly RefundDoc[];
    receipts: readonly ReceiptRow[];
    disputes: readonly DisputeDoc[];
  },
) {
  return {
    at: row.createdAt,
    package: row.package,
    credits: row.credits,
    price: { cents: row.priceCents, currency: row.currency },
    ...(row.code && {
      discount: `${row.code.code} (${row.code.percent} %)`,
      fullPrice: { cents: row.fullCents, currency: row.currency },
    }),
    method: row.method,
    country: row.country,
    state: row.state,
    reason: row.reason,
    ...(row.debit && { mandate: row.debit.reference, accountEnd: row.debit.ibanEnd }),
    receipts: receipts.filter(({ payment }) => payment === row._id).map(exported),
    disputes: disputes.filter(({ payment }) => payment === row._id).flatMap(exportedDispute),
    refunds: refunds
      .filter(({ payment }) => payment === row._id)
      .map(({ createdAt: at, credits, cents, currency, state }) => ({
        at,
        credits,
        price: { cents, currency },
        state,
      })),
  };
}

/**
 * Payments and receipts stay after an erasure as accounting records; they name nobody. Withdrawal statements stay as proof.
 * The welcome discount, codes, reminders of a debt and the data of direct debits are erased.
 */
export function paymentsData(mongo: Mongo, accounts: Pick<Accounts, 'accountOf'>): PersonalData {
  const { connection } = mongo;
  return {
    async erase(member) {
      await connection.collection<{ _id: string }>(BONUSES).deleteMany({ _id: member });
      await eraseCodesOf(mongo, member);
      await eraseDebt(mongo, member);
      await eraseDebitsOf(mongo, member);
    },
    count: async () => 1,
    async *gather(member) {
      const [refunds, receipts, disputes] = await Promise.all([
        refundsOf(mongo, member),
        receiptsOf(mongo, member),
        disputesOf(mongo, member),
      ]);
      const rows = await connection.collection<PaymentDoc>(PAYMENTS).find({ member }).limit(10_000).toArray();
      yield {
        kind: 'data',
        name: 'payments',
        title: 'payments',
        data: rows.map((row) => exportedPayment(row, { refunds, receipts, disputes })),
      };
      yield* debitsData(mongo, member);
      const account = await accounts.accountOf(member);
      const statements = account ? await withdrawalsFrom(mongo, account) : [];
      if (statements.length === 0) return;
      yield {
        kind: 'data',
        name: 'withdrawals',
        title: 'withdrawals',
        data: statements.map(({ at, number, email, name, handledAt }) => ({
          at,
          number,
          email,
          name,
          state: handledAt === null ? 'pending' : 'done',
        })),
      };
    },
  };
}
