import {
  type getWithdrawal as findContract,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
  type Withdrawal,
  type withdraw as withdrawContract,
} from '@heartline/contracts';
import { receiptCalls } from './find-receipts.ts';
import type { PaymentsContext } from './payments-context.ts';
import type { ReceiptRow } from './receipt.repository.ts';
import { getRefund, startRefund } from './refund-payment.ts';
import { keepWithdrawal, takeTry, type WithdrawalDoc } from './withdrawal.repository.ts';

const DAY_MS = 86_400_000;

type Named = Pick<ParsedOf<typeof findContract>, 'number' | 'email'>;

/**
 * Step one of a withdrawal without a session, as the withdrawal directive asks. Number and address open the purchase
 * together. Every miss is the same NOT_FOUND, also after too many tries.
 */
export async function getWithdrawal(
  context: PaymentsContext,
  site: string,
  named: Named,
): Promise<Result<OutputOf<typeof findContract>>> {
  const receipt = await open(context, site, named);
  return receipt ? ok({ withdrawal: await present(context, receipt) }) : refuse('NOT_FOUND');
}

/** The receipt that number and address open together; undefined for every miss and beyond the tries of either. */
async function open(
  context: PaymentsContext,
  site: string,
  { number, email }: Named,
): Promise<ReceiptRow | undefined> {
  const mayTry = await takeTry(context.mongo, { site, number, email, now: context.clock.now() });
  return mayTry ? receiptCalls(context).findReceiptByNumber(site, number, email) : undefined;
}

async function present(context: PaymentsContext, receipt: ReceiptRow): Promise<Withdrawal> {
  const { number, member, site, payment, credits, grossCents: cents, currency } = receipt;
  const { offers, refunds, refund_days: days } = await getRefund(context, { member, site });
  const offer = offers.find((one) => one.payment === payment) ?? null;
  const boughtAt = offer?.boughtAt ?? receipt.at;
  const until = boughtAt + days * DAY_MS;
  const isOver = context.clock.now() > until;
  return {
    number,
    credits,
    cents,
    currency,
    boughtAt,
    until,
    offer,
    none: offer ? null : isOver ? 'over' : 'spent',
    refunds: refunds.filter((one) => one.payment === payment),
  };
}

/**
 * Step two: takes the statement. A purchase that opens is refunded as offered, with an acknowledgement by mail. Every
 * other statement is stored for a person, so that no mistake and no closed account keeps a buyer from withdrawing.
 */
export async function withdraw(
  context: PaymentsContext,
  site: string,
  statement: ParsedOf<typeof withdrawContract>,
): Promise<Result<OutputOf<typeof withdrawContract>>> {
  const { offer } = statement;
  const receipt = offer && (await open(context, site, statement));
  if (!receipt) return ok(await keep(context, site, { ...statement, payment: null, why: 'unmatched' }));
  const { payment, member } = receipt;
  const account = await context.accounts.accountOf(member);
  if (!account || account.status === 'disabled') {
    const stored = await keep(context, site, { ...statement, payment, why: 'locked' });
    await acknowledge(context, receipt, { ...offer, at: stored.at });
    return ok(stored);
  }
  const started = await startRefund(context, { member, site }, { payment, ...offer });
  return started.ok ? ok({ at: started.value.refund.at, refund: started.value.refund }) : started;
}

/** Stores a statement for a person, once. */
async function keep(
  { mongo, clock }: PaymentsContext,
  site: string,
  {
    number,
    email,
    name = '',
    payment,
    why,
  }: ParsedOf<typeof withdrawContract> & Pick<WithdrawalDoc, 'payment' | 'why'>,
): Promise<{ at: number; refund: null }> {
  const { at } = await keepWithdrawal(mongo, { site, why, number, email, name, payment, at: clock.now() });
  return { at, refund: null };
}

/** Acknowledges a statement whose account is suspended, once. The money waits for a person. */
async function acknowledge(
  { accounts }: PaymentsContext,
  { member, payment, currency, at: boughtAt, number }: ReceiptRow,
  { turn, credits, cents, at }: { turn: number; credits: number; cents: number; at: number },
): Promise<void> {
  await accounts.mail(member, {
    id: `withdrawal-${payment}-${turn}`,
    template: 'withdrawal-received',
    secret: null,
    receipt: { payment, credits, cents, currency, at, boughtAt, number },
  });
}
