import { under } from '@heartline/platform';
import { isPremiumAt, LEDGER, readTrades } from '../credits/index.ts';
import { documentsOf, existingUnder } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { BookRow } from './check-ledgers.ts';
import type { Violation } from './violation.ts';

interface PaymentDoc {
  _id: string;
  member: string;
  priceCents: number;
  credits: number;
  currency: string;
}

/** The document that returns the money. */
interface RefundDoc {
  _id: string;
  credits: number;
  cents: number;
  state: string;
}

const paymentOf = ({ key }: Pick<BookRow, 'key'>) => key.split(':')[1] ?? '';

/**
 * C6 for a batch of ledger rows. The refunds and charge-backs of a payment, less those undone, never exceed it in credits
 * or money. Each row taken for a refund is paid out or returned; they are few, so each payment is read by itself.
 */
export async function* checkRefunds(audit: Audit, rows: readonly BookRow[]): AsyncGenerator<Violation> {
  yield* checkPremiumStays(audit, rows);
  const taken = rows.filter(({ kind }) => kind === 'refund' || kind === 'chargeback');
  if (taken.length === 0) return;
  yield* checkEnds(
    audit,
    taken.filter(({ kind }) => kind === 'refund'),
  );
  const refunds = new Map(taken.map((row) => [`${row.owner} ${paymentOf(row)}`, row]));
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

/**
 * C8 for refunds, charge-backs and undone ones: a member who kept half of the price of a purchase is premium. Not in
 * reverse: older rows left premium to members who kept less.
 */
async function* checkPremiumStays(audit: Audit, rows: readonly BookRow[]): AsyncGenerator<Violation> {
  for (const { _id, owner, n, kind, premium, hold } of rows) {
    const isTrade = kind === 'refund' || kind === 'chargeback' || (kind === 'return' && !hold);
    if (!isTrade || premium || !isPremiumAt(await readTrades(audit.mongo, owner), n)) continue;
    yield {
      invariant: 'C8',
      subject: _id,
      detail: `a ${kind} ended premium, although half of a purchase is still paid`,
    };
  }
}

async function excessOf(
  audit: Audit,
  row: BookRow,
  payment: PaymentDoc | undefined,
): Promise<string | undefined> {
  if (payment?.member !== row.owner) return 'takes back a payment that is not the member’s';
  const trades = await audit.mongo.connection
    .collection<BookRow>(LEDGER)
    .find({
      owner: row.owner,
      $or: ['refund', 'return:refund', 'chargeback', 'return:chargeback'].map((start) => ({
        key: under(`${start}:${payment._id}`),
      })),
    })
    .toArray();
  const undone = new Set(trades.filter(({ kind }) => kind === 'return').map(({ key }) => key));
  const effective = trades.filter(({ kind, key }) => kind !== 'return' && !undone.has(`return:${key}`));
  const credits = effective.reduce((sum, { purchased, debt = 0 }) => sum + debt - purchased, 0);
  const cents = effective.reduce((sum, { money }) => sum + (money?.cents ?? 0), 0);
  if (credits <= payment.credits && cents <= payment.priceCents) return undefined;
  return `${credits} credits and ${cents} cents taken back of ${payment.credits} for ${payment.priceCents}`;
}

/** C6 for refunds in the ledger, each with its document. */
async function* checkEnds(audit: Audit, refunds: readonly BookRow[]): AsyncGenerator<Violation> {
  const documentOf = ({ key }: BookRow) => key.slice('refund:'.length);
  const [documents, back] = await Promise.all([
    documentsOf<RefundDoc>(audit, 'refunds', refunds.map(documentOf), ['credits', 'cents', 'state']),
    existingUnder(
      audit,
      LEDGER,
      refunds.map(({ owner, key }) => [owner, `return:${key}`]),
    ),
  ]);
  for (const row of refunds) {
    const isBack = back.has(`${row.owner} return:${row.key}`);
    const detail = wrongEnd(row, documents.get(documentOf(row)), isBack);
    if (detail) yield { invariant: 'C6', subject: row._id, detail };
  }
}

function wrongEnd(row: BookRow, refund: RefundDoc | undefined, isBack: boolean): string | undefined {
  if (!refund) return 'credits taken without a refund document';
  const { state, credits, cents } = refund;
  // Before it begins, it has the requested amounts.
  const isSame = state === 'asked' || (credits + row.purchased === 0 && cents === row.money?.cents);
  if (!isSame) return `took ${-row.purchased} credits for ${row.money?.cents}, pays ${cents} for ${credits}`;
  if (state === 'completed' && isBack) return 'paid out, but the credits were returned too';
  if ((state === 'failed' || state === 'bounced') && !isBack)
    return 'neither paid out nor were the credits returned';
  return undefined;
}
