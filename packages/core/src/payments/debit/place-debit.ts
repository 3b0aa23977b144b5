import { ok, type Result, refuse } from '@heartline/contracts';
import { debitDay } from '@heartline/domain';
import { failpoint } from '@heartline/platform';
import { noteNotOpening } from '../bonus.repository.ts';
import { keepOrder, noWay, type Quote, takeTerms, type Wish } from '../order.ts';
import type { PaymentDebit, PaymentDoc } from '../payment.repository.ts';
import { routeOf } from '../payment-accounts.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { collectDebit } from './collect-debit.ts';
import type { Source } from './debit-source.ts';
import type { Debtor } from './debtor.ts';
import { takeRoom } from './exposure.ts';
import { type MandateDoc, noteDebit } from './mandate.repository.ts';
import { signMandate } from './sign-mandate.ts';
import type { EnteredCode } from './sms-code.ts';
import { isTrusted } from './trust.ts';

/** An order that its code confirmed, or that needs none: then `code` is null. */
export interface ConfirmedOrder {
  from: Debtor;
  wish: Wish;
  /** The id of the payment, claimed with the key of the order. */
  payment: string;
  source: Source;
  quote: Quote;
  code: EnteredCode | null;
}

/** Takes discount and limit, signs the mandate, stores the payment and debits it. A repetition goes on where it stopped. */
export async function placeDebit(
  context: PaymentsContext,
  order: ConfirmedOrder,
): Promise<Result<PaymentDoc>> {
  const { from, wish, payment, quote, code } = order;
  failpoint('debit:after-otp');
  const taken = await takeTerms(context, quote, { payment, wish });
  if (!taken.ok) return taken;
  const { value: terms } = taken;
  const mandate = await mandateWithin(context, order, terms.priceCents);
  if (!mandate.ok) {
    // No payment opens with this hold: another may take it at once.
    await noteNotOpening(context.mongo, from.member, payment);
    return mandate;
  }
  const { _id, account } = mandate.value;
  const debit = debitOf(mandate.value, await debitOnOf(context, from.site));
  const trusted = await isTrusted(context, from);
  const row = { _id: payment, account, debit, ...(trusted && { trusted }), wish, quote, terms };
  const stored = await keepOrder(context, from, row);
  failpoint('payment:after-row');
  await noteDebit(context.mongo, _id, { at: Date.parse(debit.on), codeAt: code?.usedAt ?? null });
  return collectDebit(context, from, stored);
}

/** The mandate of an order, after a place within the member’s limit was taken. */
async function mandateWithin(
  context: PaymentsContext,
  { from, payment, source, quote, code }: ConfirmedOrder,
  cents: number,
): Promise<Result<MandateDoc>> {
  const slot = { payment, cents, at: context.clock.now() };
  if (!(await takeRoom(context, from.member, slot, quote.privately))) return refuse('DIRECT_DEBIT_LIMIT');
  failpoint('debit:after-slot');
  if (source.kind === 'form') {
    if (!code) throw new Error('a mandate is signed by a code');
    return signMandate(context, { from, source, quote, code });
  }
  const route = routeOf(context.payments, quote.privately.payment_routes, 'sdd');
  return route.includes(source.mandate.account) ? ok(source.mandate) : noWay('closed');
}

const debitOf = ({ _id, reference, ibanEnd, textVersion }: MandateDoc, on: string): PaymentDebit => ({
  mandate: _id,
  reference,
  ibanEnd,
  on,
  textVersion,
});

/** The day on which an order of now is debited. */
export async function debitOnOf(context: PaymentsContext, site: string): Promise<string> {
  const { settings, privately } = await context.site.settingsOf(site);
  return debitDay({
    now: context.clock.now(),
    zone: settings.time_zone,
    noticeDays: privately.direct_debit_notice_days,
  });
}
