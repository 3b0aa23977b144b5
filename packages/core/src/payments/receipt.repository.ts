import type { Locale, PackageId, PaymentMethod } from '@heartline/contracts';
import {
  type AppendLog,
  type AppendLogRow,
  createAppendLog,
  DURABLE,
  insertOnce,
  type Mongo,
} from '@heartline/platform';

/** The company that sold, as it was on the day. */
export interface Seller {
  name: string;
  address: string;
  city: string;
  country: string;
  kvk: string;
  vatNumbers: readonly string[];
  email: string;
  phone: string;
  /** Name of the site. */
  site: string;
}

/** Countries that say where the buyer lives (art. 24b of Reg. 282/2011); null for what nobody knows. */
export interface Evidence {
  /** The country of the account. */
  account: string | null;
  /** The country of the address that the order came from. */
  ip: string | null;
  /** The country of the payer's card or bank account. */
  payer: string | null;
}

/** The terms that the buyer saw: 0 is the shipped text. */
export interface TermsShown {
  version: number;
  date: number | null;
  locale: Locale;
}

/**
 * A receipt or a credit note: everything that it says, as it was when it was issued. Numbered without gaps in the
 * series of one prefix and year, inserted once, never changed or removed. Amounts of a credit note are negative.
 */
export interface ReceiptRow extends AppendLogRow {
  kind: 'receipt' | 'credit-note';
  /** The number as printed, such as `HL-2026-000123`. */
  number: string;
  /** The receipt that a credit note takes back, or the credit note that was reversed; null for a receipt. */
  of: string | null;
  site: string;
  member: string;
  payment: string;
  /** The turn of the refund; null for the receipt of a payment, and for a dispute. */
  turn: number | null;
  /** Names the dispute that took the money back, or gave it again; absent for others. */
  dispute?: string;
  package: PackageId;
  credits: number;
  method: PaymentMethod;
  /** The country whose VAT it contains. */
  country: string;
  currency: string;
  grossCents: number;
  netCents: number;
  vatCents: number;
  vatPercent: number;
  /** The discount code; null without one. */
  code: string | null;
  seller: Seller;
  evidence: Evidence;
  terms: TermsShown | null;
  locale: Locale;
  at: number;
}

/** The country whose VAT a price contains, and its rate. */
export interface Tax {
  country: string;
  percent: number;
}

/**
 * The place of a receipt, fixed before its number. A repeat in another year, or after the company or a rate changed,
 * finds the same series and the same row.
 */
export interface ReceiptPlace {
  /**
   * `payment:<id>`, `refund:<payment>:<turn>`, or `bounced:<payment>:<turn>` where the bank returned a refund.
   * `dispute:<payment>:<dispute>` where a bank took money back, `dispute-won:` of the same where it came again.
   */
  _id: string;
  /** `<prefix>:<year>`; the prefix is the setting `receipt_prefix`, so no change of a company begins it anew. */
  series: string;
  seller: Seller;
  /** Only for the receipt of a payment, and absent in the first places that were stored. */
  tax?: Tax;
  at: number;
}

export const RECEIPTS = 'receipts';
const RECEIPT_PLACES = 'receiptPlaces';

export type ReceiptLog = AppendLog<ReceiptRow, { n: number }>;

export const receiptKey = (payment: string) => `payment:${payment}`;
export const reversalKey = (payment: string, turn: number) => `bounced:${payment}:${turn}`;
export const disputeNoteKey = (payment: string, dispute: string) => `dispute:${payment}:${dispute}`;
export const disputeWonKey = (payment: string, dispute: string) => `dispute-won:${payment}:${dispute}`;
export const creditNoteKey = (payment: string, turn: number) => `refund:${payment}:${turn}`;

const receipts = ({ connection }: Mongo) => connection.collection<ReceiptRow>(RECEIPTS);
const places = ({ connection }: Mongo) => connection.collection<ReceiptPlace>(RECEIPT_PLACES);

/** The receipts of all companies, through the group commit of this process. */
export function createReceiptLog(mongo: Mongo): ReceiptLog {
  return createAppendLog<ReceiptRow, { n: number }>(
    receipts(mongo),
    mongo.groupCommit<ReceiptRow>(RECEIPTS),
    ({ n }) => ({ n }),
  );
}

/** Fixes the place of a receipt, or returns the one that was fixed before. */
export async function takePlace(mongo: Mongo, place: ReceiptPlace): Promise<ReceiptPlace> {
  return (await insertOnce(places(mongo), place, { writeConcern: DURABLE })) ?? place;
}

/** The receipt with this key; undefined if none was issued. */
export async function findReceipt(
  { mongo, receipts: log }: { mongo: Mongo; receipts: ReceiptLog },
  key: string,
): Promise<ReceiptRow | undefined> {
  const place = await places(mongo).findOne({ _id: key });
  return place ? log.find(place.series, key) : undefined;
}

/** A receipt number as it is printed: spaces and small letters do not matter. */
export const spelledNumber = (typed: string) => typed.replace(/\s/g, '').toUpperCase();

/** Receipts with this printed number. */
export function receiptsNumbered(mongo: Mongo, number: string): Promise<ReceiptRow[]> {
  return receipts(mongo).find({ number }).limit(20).toArray();
}

/** A member's receipts and credit notes with these keys. */
export function receiptsUnder(mongo: Mongo, member: string, keys: readonly string[]): Promise<ReceiptRow[]> {
  return receipts(mongo)
    .find({ member, key: { $in: [...keys] } })
    .toArray();
}

/** The receipt, credit notes and reversals of a payment. */
export function receiptsOfPayment(mongo: Mongo, payment: string): Promise<ReceiptRow[]> {
  return receipts(mongo).find({ payment }).sort({ at: 1 }).limit(1_000).toArray();
}

/** Every receipt issued in a window, in order of time. */
export function receiptsBetween(mongo: Mongo, from: number, to: number): AsyncIterable<ReceiptRow> {
  return receipts(mongo)
    .find({ at: { $gte: from, $lt: to } })
    .sort({ at: 1 });
}

/** A member's receipts and credit notes, the newest first; a bounded number. */
export async function receiptsOf(mongo: Mongo, member: string): Promise<ReceiptRow[]> {
  return receipts(mongo).find({ member }).sort({ at: -1 }).limit(10_000).toArray();
}
