import {
  type directDebit as contract,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
} from '@heartline/contracts';
import { MANDATE_VERSION } from '@heartline/i18n/mandates';
import { failpoint } from '@heartline/platform';
import { claimOrder, type Quote, quoteOrder, type Wish } from '../order.ts';
import { findPayment, type PaymentDoc } from '../payment.repository.ts';
import { buyerOf, type PaymentsContext, payCountry } from '../payments-context.ts';
import { isBlocked } from './blocks.ts';
import { collectDebit } from './collect-debit.ts';
import { debitSourceOf, type Source } from './debit-source.ts';
import type { Debtor } from './debtor.ts';
import { hasRoom } from './exposure.ts';
import { isFresh } from './mandate.repository.ts';
import { debitOnOf, placeDebit } from './place-debit.ts';
import type { SmsCodeDoc } from './sms-code.repository.ts';
import { againAtOf, type EnteredCode, enteredCode, enterSmsCode, sendSmsCode } from './sms-code.ts';

type Input = ParsedOf<typeof contract>;
type Output = OutputOf<typeof contract>;
type Sent = Extract<Output, { sent: true }>;

/** One request for a direct debit, read and checked. */
interface Order {
  from: Debtor;
  wish: Wish;
  payment: string;
  source: Source;
  /** `<member>:<key>`, under which its code is stored. */
  id: string;
}

/**
 * Orders a pack by direct debit, by our form or under a mandate from before. A repetition with the same key gets the same
 * answer, and never a second debit.
 *
 * 1. Read the form, and claim the key (unique insert).
 * 2. Refuse blocked members, accounts and phones; fix the price.
 * 3. Without a code: send one. With it: consume it in one conditional write.
 * 4. Take the discount, and a place within the member’s limit.
 * 5. Register the mandate at the provider, store it, and store the payment row.
 * 6. Debit under the mandate, and follow the payment: credits come at once for a trusted member.
 *
 * After a crash the same request goes on where it stopped, without another code (K8 to K10).
 */
export async function directDebit(
  context: PaymentsContext,
  from: Debtor,
  input: Input,
): Promise<Result<Output>> {
  const read = await readSource(context, from, input);
  if (!read.ok) return read;
  const { key, package: pack, country, code, seen } = input;
  const wish: Wish = { key, package: pack, method: 'sdd', country, code, seen };
  const claimed = await claimOrder(context, from.member, wish);
  if (!claimed.ok) return claimed;
  failpoint('payment:after-key');
  const order = { from, wish, payment: claimed.value, source: read.value, id: `${from.member}:${key}` };
  const existing = await findPayment(context.mongo, claimed.value);
  if (existing) return ordered(await goOn(context, order, existing));
  if (await isBlocked(context, from, read.value)) return refuse('DIRECT_DEBIT_BLOCKED');
  const quoted = await quoteOrder(context, from, wish);
  if (!quoted.ok) return quoted;
  const { value: quote } = quoted;
  const confirmed = await confirm(context, order, quote, input.otp);
  if (!confirmed.ok) return confirmed;
  const { value: answer } = confirmed;
  if ('sent' in answer) return ok(answer);
  return ordered(await placeDebit(context, { ...order, quote, code: answer.code }));
}

const ordered = (placed: Result<PaymentDoc>): Result<Output> =>
  placed.ok ? ok({ sent: false, payment: placed.value._id }) : placed;

/** The account of the order. Nothing else is looked at before the form is right. */
async function readSource(context: PaymentsContext, from: Debtor, input: Input): Promise<Result<Source>> {
  if (context.config.paymentHashSecret === undefined)
    return refuse('METHOD_UNAVAILABLE', { values: { reason: 'closed' } });
  const [facts, { settings }] = await Promise.all([
    buyerOf(context, from.member),
    context.site.settingsOf(from.site),
  ]);
  const country = payCountry(settings, input.country, facts.country);
  return debitSourceOf(context, from, input, { countries: settings.countries, country });
}

/** Answers a repetition: the payment as it is, debited now if that was cut off. Another account is another order. */
async function goOn(
  context: PaymentsContext,
  { from, source, id }: Order,
  payment: PaymentDoc,
): Promise<Result<PaymentDoc>> {
  const isSame =
    source.kind === 'mandate'
      ? payment.debit?.mandate === source.mandate._id
      : (await enteredCode(context, { id, boundTo: source.boundTo })) !== undefined;
  return isSame ? collectDebit(context, from, payment) : refuse('KEY_REUSED');
}

/** The code of an order: entered now or before, not needed, or sent. */
async function confirm(
  context: PaymentsContext,
  order: Order,
  quote: Quote,
  typed: string | undefined,
): Promise<Result<{ code: EnteredCode | null } | Sent>> {
  const { source, id } = order;
  const isNeeded = source.kind === 'form' || !isFresh(source.mandate, context.clock.now());
  if (!isNeeded) return ok({ code: null });
  const coded = { id, boundTo: source.boundTo };
  const before = await enteredCode(context, coded);
  if (before) return ok({ code: before });
  if (typed === undefined) return sendCode(context, order, quote);
  const entered = await enterSmsCode(context, coded, typed);
  return entered.ok ? ok({ code: entered.value }) : entered;
}

/** Sends the code, and says what it will agree to. */
async function sendCode(
  context: PaymentsContext,
  { from, source, id }: Order,
  { terms, pack, privately }: Quote,
): Promise<Result<Sent>> {
  const { member, network, locale } = from;
  const { boundTo, phone } = source;
  if (phone === null) return refuse('VALIDATION_FAILED', { fields: { phone: 'REQUIRED' } });
  const price = { cents: terms.priceCents, currency: pack.currency };
  if (!(await hasRoom(context, member, price.cents, privately))) return refuse('DIRECT_DEBIT_LIMIT');
  const sent = await sendSmsCode(context, { id, boundTo, member, network, phone, locale, price });
  if (!sent.ok) return sent;
  const { value: code } = sent;
  return ok({
    sent: true,
    phoneEnd: phone.slice(-3),
    until: code.until,
    againAt: againAtOf(code),
    mandate: { ...wordsOf(source, code), ibanEnd: source.ibanEnd },
    debitOn: await debitOnOf(context, from.site),
    priceCents: price.cents,
    currency: price.currency,
  });
}

/** The mandate text that a code agrees to: a new one for a form. */
function wordsOf(source: Source, { reference }: SmsCodeDoc): { reference: string; textVersion: string } {
  if (source.kind === 'form') return { reference, textVersion: MANDATE_VERSION };
  const { mandate } = source;
  return { reference: mandate.reference, textVersion: mandate.textVersion };
}
