import { dayIn, vatOf, vatPercentOf } from '@heartline/domain';
import { failpoint } from '@heartline/platform';
import type { SiteOfHost } from '../site/index.ts';
import type { PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';
import {
  creditNoteKey,
  disputeNoteKey,
  disputeWonKey,
  findReceipt,
  type ReceiptPlace,
  type ReceiptRow,
  receiptKey,
  receiptsOfPayment,
  reversalKey,
  type Seller,
  type Tax,
  takePlace,
} from './receipt.repository.ts';
import type { RefundDoc } from './refund.repository.ts';

/** The content of a receipt beyond its place and number. */
type Content = Omit<ReceiptRow, '_id' | 'owner' | 'n' | 'key' | 'number' | 'seller' | 'at'>;

/**
 * Issues the receipt of a paid payment, or returns the one it has.
 *
 * 1. Fix the place: series, seller, VAT, time (unique insert).
 * 2. Append the row under the payment's key; the append-only log gives the next number.
 *
 * A crash anywhere leaves the place, or the whole row: a repeat finds it, and no number is left out.
 */
export async function issueReceipt(context: PaymentsContext, payment: PaymentDoc): Promise<ReceiptRow> {
  const { _id, site, member, currency, credits, method, priceCents } = payment;
  const of = await context.site.settingsOf(site);
  const now = context.clock.now();
  const tax = await taxOf(context, of, payment, now);
  const place = await takePlace(context.mongo, {
    _id: receiptKey(_id),
    series: seriesOf(of.privately.receipt_prefix, of, now),
    seller: sellerOf(of),
    tax,
    at: now,
  });
  failpoint('receipt:after-place');
  const { country, percent } = place.tax ?? tax;
  return append(context, place, {
    kind: 'receipt',
    of: null,
    site,
    member,
    payment: _id,
    turn: null,
    package: payment.package,
    credits,
    method,
    country,
    currency,
    grossCents: priceCents,
    ...vatOf(priceCents, percent),
    vatPercent: percent,
    code: payment.code?.code ?? null,
    evidence: payment.evidence ?? { account: null, ip: null, payer: null },
    terms: payment.terms ?? null,
    locale: payment.terms?.locale ?? 'en',
  });
}

/** Money of a payment that went back: how much, and for how many credits. */
interface Back {
  payment: string;
  credits: number;
  cents: number;
}

/**
 * Issues the credit note of a refund that was paid out, or returns the one it has. Undefined if the purchase has no
 * receipt: it was made before receipts began.
 */
export function issueCreditNote(
  context: PaymentsContext,
  refund: Back & Pick<RefundDoc, 'turn'>,
  payment: PaymentDoc,
): Promise<ReceiptRow | undefined> {
  const { turn } = refund;
  return takeBack(context, payment, { ...refund, key: creditNoteKey(refund.payment, turn), of: { turn } });
}

/** As {@link issueCreditNote}, for money that the payer’s bank took back. None is issued for no money. */
export async function issueDisputeNote(
  context: PaymentsContext,
  taken: Back & { dispute: string },
  payment: PaymentDoc,
): Promise<ReceiptRow | undefined> {
  const { dispute, cents } = taken;
  if (cents === 0) return undefined;
  const key = disputeNoteKey(taken.payment, dispute);
  return takeBack(context, payment, { ...taken, key, of: { turn: null, dispute } });
}

/** The refund or the dispute of a credit note. */
type Subject = Pick<ReceiptRow, 'turn' | 'dispute'>;

async function takeBack(
  context: PaymentsContext,
  payment: PaymentDoc,
  { key, of: subject, credits, cents }: Back & { key: string; of: Subject },
): Promise<ReceiptRow | undefined> {
  const receipt = await receiptToTakeBack(context, payment);
  if (!receipt) return undefined;
  const place = await placeBeside(context, receipt, key);
  failpoint('credit-note:after-place');
  return append(context, place, {
    ...copyOf(receipt),
    kind: 'credit-note',
    of: receipt.number,
    ...subject,
    // Not `-credits`: minus zero is another value in the database.
    credits: 0 - credits,
    ...(await takenBack(context, receipt, { key, cents })),
  });
}

/** The place of a row that belongs to another one: the same seller and prefix, in the year of today. */
async function placeBeside(context: PaymentsContext, row: ReceiptRow, key: string): Promise<ReceiptPlace> {
  const of = await context.site.settingsOf(row.site);
  const now = context.clock.now();
  const series = seriesOf(prefixOf(row.owner), of, now);
  return takePlace(context.mongo, { _id: key, series, seller: row.seller, at: now });
}

/**
 * Takes the credit note of a refund back, since the bank returned its money, or returns the row that did. Undefined if
 * the refund has no credit note.
 */
export function reverseCreditNote(
  context: PaymentsContext,
  { payment, turn }: Pick<RefundDoc, 'payment' | 'turn'>,
): Promise<ReceiptRow | undefined> {
  return reverse(context, creditNoteKey(payment, turn), reversalKey(payment, turn));
}

/** As {@link reverseCreditNote}, for a dispute whose money came again. */
export function reverseDisputeNote(
  context: PaymentsContext,
  { payment, dispute }: { payment: string; dispute: string },
): Promise<ReceiptRow | undefined> {
  return reverse(context, disputeNoteKey(payment, dispute), disputeWonKey(payment, dispute));
}

async function reverse(
  context: PaymentsContext,
  noteKey: string,
  key: string,
): Promise<ReceiptRow | undefined> {
  const note = await findReceipt(context, noteKey);
  if (!note) return undefined;
  return append(context, await placeBeside(context, note, key), {
    ...copyOf(note),
    kind: 'receipt',
    of: note.number,
    turn: note.turn,
    ...(note.dispute && { dispute: note.dispute }),
    credits: 0 - note.credits,
    grossCents: 0 - note.grossCents,
    netCents: 0 - note.netCents,
    vatCents: 0 - note.vatCents,
    vatPercent: note.vatPercent,
  });
}

/** The content that a credit note or a reversal has in common with the receipt that it takes back. */
function copyOf(receipt: ReceiptRow) {
  const { site, member, payment, method, country, currency, code, evidence, terms, locale } = receipt;
  const order = { package: receipt.package, method, country, currency, code };
  return { site, member, payment, ...order, evidence, terms, locale };
}

/** A refund may be asked for while the grant is interrupted: the receipt is issued first then. */
async function receiptToTakeBack(context: PaymentsContext, payment: PaymentDoc) {
  const receipt = await findReceipt(context, receiptKey(payment._id));
  return receipt ?? (payment.grantedAt === null ? issueReceipt(context, payment) : undefined);
}

/** The amounts of a credit note. The last one of a receipt takes the rest, so that the VAT adds up to none. */
async function takenBack(
  { mongo }: PaymentsContext,
  { payment, vatPercent }: ReceiptRow,
  { key, cents }: { key: string; cents: number },
) {
  const rows = (await receiptsOfPayment(mongo, payment)).filter((row) => row.key !== key);
  const left = (of: 'grossCents' | 'netCents' | 'vatCents') => rows.reduce((sum, row) => sum + row[of], 0);
  const rest = { netCents: 0 - left('netCents'), vatCents: 0 - left('vatCents') };
  const parts = left('grossCents') === cents ? rest : vatOf(0 - cents, vatPercent);
  return { grossCents: 0 - cents, ...parts, vatPercent };
}

async function append(
  { receipts }: PaymentsContext,
  { _id: key, series, seller, at }: ReceiptPlace,
  content: Content,
): Promise<ReceiptRow> {
  const appended = await receipts.append(series, key, (tail) => ({
    row: { ...content, number: printed(series, (tail?.n ?? 0) + 1), seller, at },
  }));
  if (appended.outcome === 'refused') throw new Error('receipt refused unexpectedly');
  return appended.row;
}

/** The series is all of the number but its last part, so that no number is printed twice. */
const printed = (series: string, n: number) => `${series.replace(':', '-')}-${String(n).padStart(6, '0')}`;

/**
 * The VAT of a payment. Its country is the one on which account and address agree, whatever country the member picked to
 * pay in. Else it is the country paid in, and the month's report lists the receipt as unclear.
 */
async function taxOf(
  { accounts }: PaymentsContext,
  { privately }: SiteOfHost,
  { member, country: paidIn, evidence }: PaymentDoc,
  at: number,
): Promise<Tax> {
  const agreed = evidence && evidence.account === evidence.ip ? evidence.account : null;
  // A payment from before there were accounts has no country.
  const country = agreed || paidIn || evidence?.account || (await accounts.accountOf(member))?.country || '';
  return { country, percent: vatPercentOf(country, at, privately.vat_rates) };
}

function sellerOf({ company, settings }: SiteOfHost): Seller {
  return {
    name: company.name || settings.name,
    address: company.address,
    city: company.city,
    country: company.country,
    kvk: company.kvk,
    vatNumbers: company.vat_numbers,
    email: settings.support_email,
    phone: company.support_phone,
    site: settings.name,
  };
}

/** A series begins anew each year, by the calendar of its site. */
function seriesOf(prefix: string, { settings }: SiteOfHost, at: number): string {
  return `${prefix}:${dayIn(settings.time_zone, at).slice(0, 4)}`;
}

const prefixOf = (series: string) => series.slice(0, series.lastIndexOf(':'));
