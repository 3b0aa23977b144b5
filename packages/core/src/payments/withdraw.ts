import {
  type getWithdrawal as findContract,
  type Locale,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
  type Withdrawal,
  type withdraw as withdrawContract,
} from '@heartline/contracts';
import { refundableUntil } from '@heartline/domain';
import { receiptCalls } from './find-receipts.ts';
import type { PaymentsContext } from './payments-context.ts';
import { type ReceiptRow, spelledNumber } from './receipt.repository.ts';
import { getRefund, periodOf, startRefund } from './refund-payment.ts';
import { keepWithdrawal, takeMail, takeTry, type WithdrawalDoc } from './withdrawal.repository.ts';

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
  const [{ offers, refunds }, { settings }] = await Promise.all([
    getRefund(context, { member, site }),
    context.site.settingsOf(site),
  ]);
  const offer = offers.find((one) => one.payment === payment) ?? null;
  const boughtAt = offer?.boughtAt ?? receipt.at;
  const until = offer?.until ?? refundableUntil(boughtAt, periodOf(settings));
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

/** The page on which a statement was made. */
interface From {
  site: string;
  locale: Locale;
  /** The country of the address that it came from; undefined if unknown. */
  country: string | undefined;
}

type Statement = ParsedOf<typeof withdrawContract>;

/**
 * Step two: takes the statement. A purchase that opens is refunded as offered, with an acknowledgement by mail. Every
 * other statement is stored for a person, so that no mistake and no closed account keeps a buyer from withdrawing.
 */
export async function withdraw(
  context: PaymentsContext,
  from: From,
  statement: Statement,
): Promise<Result<OutputOf<typeof withdrawContract>>> {
  const { site } = from;
  const { offer } = statement;
  const receipt = offer && (await open(context, site, statement));
  if (!receipt) {
    const stored = await keep(context, site, { ...statement, payment: null, why: 'unmatched' });
    await acknowledgeUnmatched(context, from, statement, stored);
    return taken(stored);
  }
  const { payment, member } = receipt;
  const account = await context.accounts.accountOf(member);
  if (!account || account.status === 'disabled') {
    const stored = await keep(context, site, { ...statement, payment, why: 'locked' });
    await acknowledgeLocked(context, receipt, offer, stored);
    return taken(stored);
  }
  const started = await startRefund(context, { member, site }, { payment, ...offer });
  return started.ok ? ok({ at: started.value.refund.at, refund: started.value.refund }) : started;
}

const taken = ({ at }: WithdrawalDoc) => ok({ at, refund: null });

/** Stores a statement for a person, once. */
function keep(
  { mongo, clock }: PaymentsContext,
  site: string,
  { number, email, name = '', payment, why }: Statement & Pick<WithdrawalDoc, 'payment' | 'why'>,
): Promise<WithdrawalDoc> {
  return keepWithdrawal(mongo, { site, why, number, email, name, payment, at: clock.now() });
}

/**
 * Acknowledges a statement whose account is suspended, once. The caller chose the amounts. So the mail has them only if
 * they are offered now; it is then the mail of that refund.
 */
async function acknowledgeLocked(
  context: PaymentsContext,
  { member, site, payment, currency, at: boughtAt, number }: ReceiptRow,
  { turn, credits, cents }: NonNullable<Statement['offer']>,
  { _id, at }: WithdrawalDoc,
): Promise<void> {
  const { offers } = await getRefund(context, { member, site });
  const isOffered = offers.some(
    (one) => one.payment === payment && one.turn === turn && one.credits === credits && one.cents === cents,
  );
  await context.accounts.mail(member, {
    secret: null,
    ...(isOffered
      ? {
          id: `withdrawal-${payment}-${turn}`,
          template: 'withdrawal-received',
          receipt: { payment, credits, cents, currency, at, boughtAt, number },
        }
      : {
          id: `statement-${_id}`,
          template: 'withdrawal-taken',
          receipt: { payment, credits: 0, cents: 0, currency, at, boughtAt, number },
        }),
  });
}

/** Letters of a receipt number; what else was typed never gets into a mail to an address of the caller’s choice. */
const NUMBER = /^[A-Z\d-]+$/;

/** Acknowledges a statement that no purchase was found for, without amounts; an address gets a few a day. */
async function acknowledgeUnmatched(
  context: PaymentsContext,
  { site, locale, country = '' }: From,
  { number: typed, email }: Named,
  { _id, at }: WithdrawalDoc,
): Promise<void> {
  const mayMail = await takeMail(context.mongo, { site, email, now: context.clock.now() });
  if (!mayMail) return;
  const spelled = spelledNumber(typed);
  const number = NUMBER.test(spelled) ? spelled : '–';
  await context.accounts.mailStranger(
    { site, email, language: locale, country },
    {
      id: `statement-${_id}`,
      template: 'withdrawal-taken',
      receipt: { payment: '', credits: 0, cents: 0, currency: 'EUR', at, number },
    },
  );
}
