import type { PaymentMethod } from '@heartline/contracts';
import type { Mongo } from '@heartline/platform';
import { LEDGER, type LedgerRow } from '../credits/index.ts';
import { debtFigures, openDebts } from './debts/debt.repository.ts';
import { countDisputes } from './disputes/dispute.repository.ts';
import { PAYMENTS, type PaymentDoc } from './payment.repository.ts';
import { type RefundFigures, refundFigures } from './refund.repository.ts';
import { STRAYS, type StrayDoc } from './stray.repository.ts';
import { countWaiting } from './withdrawal.repository.ts';

/** Counts for the metrics of the worker. */
export interface PaymentFigures {
  /** Held payments: a person decides. */
  review: number;
  /** Unpaid checkouts, by way to pay. */
  open: ReadonlyMap<PaymentMethod, number>;
  /** Strays that are not back, kept or matched. Those of an unknown order, and what is too much, wait for a person. */
  strays: Readonly<Record<StrayDoc['why'], number>>;
  /** Refunds whose money has not moved yet, and those that wait for a person. */
  refunds: RefundFigures;
  /** Members who owe credits: those who get reminders, and those who wait for a person. */
  debts: Readonly<Record<'reminding' | 'person', number>>;
  /** Credits that all members owe together. */
  debtCredits: number;
  /** Disputes that may still move: the bank asks, or has the money and has not decided. */
  disputes: Readonly<Record<'inquiry' | 'taken', number>>;
  /** Withdrawal statements that wait for a person. */
  withdrawals: number;
}

/** Checkouts end after minutes and transfers after days, so there are never more. */
const MOST_OPEN = 100_000;

/** Counts payments and strays that wait. */
export async function paymentFigures(mongo: Mongo): Promise<PaymentFigures> {
  const { connection } = mongo;
  const payments = connection.collection<PaymentDoc>(PAYMENTS);
  const strays = connection.collection<StrayDoc>(STRAYS);
  const straysBecause = (why: StrayDoc['why']) =>
    strays.countDocuments({ state: { $in: ['seen', 'refunding', 'failed'] }, why });
  const [review, pending, second, unknown, over, refunds, withdrawals, debts, disputes] = await Promise.all([
    payments.countDocuments({ state: 'review' }),
    payments
      .find({ state: 'pending' })
      .project<Pick<PaymentDoc, 'method'>>({ method: 1 })
      .limit(MOST_OPEN)
      .toArray(),
    straysBecause('second'),
    straysBecause('unknown'),
    straysBecause('over'),
    refundFigures(mongo),
    countWaiting(mongo),
    debtFigures(mongo),
    disputeFigures(mongo),
  ]);
  const byMethod = Map.groupBy(pending, ({ method }) => method);
  const open = new Map([...byMethod].map(([method, some]) => [method, some.length] as const));
  return { review, open, strays: { second, unknown, over }, refunds, withdrawals, debts, ...disputes };
}

async function disputeFigures(mongo: Mongo): Promise<Pick<PaymentFigures, 'disputes' | 'debtCredits'>> {
  const [inquiry, taken, debts] = await Promise.all([
    countDisputes(mongo, 'inquiry'),
    countDisputes(mongo, 'taken'),
    openDebts(mongo),
  ]);
  const ledger = mongo.connection.collection<LedgerRow>(LEDGER);
  let debtCredits = 0;
  for (const { _id: owner } of debts) {
    const [last] = await ledger.find({ owner }).sort({ n: -1 }).limit(1).toArray();
    debtCredits += last?.debtAfter ?? 0;
  }
  return { disputes: { inquiry, taken }, debtCredits };
}
