import { type Locale, RECEIPT_NUMBER_LENGTH } from '@heartline/contracts';
import { findPayment } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';
import {
  findReceipt,
  type ReceiptRow,
  receiptKey,
  receiptsNumbered,
  receiptsUnder,
  spelledNumber,
} from './receipt.repository.ts';
import { receiptPage, receiptPath, type WantedReceipt } from './receipt-page.ts';
import { operateReceipts } from './receipt-report.ts';

/**
 * The receipt with this printed number, if the account with this address bought it on this site. Both are looked up every
 * time, and every miss is the same undefined, so a number alone or an address alone reveals nothing.
 */
async function findReceiptByNumber(
  { mongo, accounts }: Pick<PaymentsContext, 'mongo' | 'accounts'>,
  wanted: { site: string; number: string; email: string },
): Promise<ReceiptRow | undefined> {
  const number = spelledNumber(wanted.number).slice(0, RECEIPT_NUMBER_LENGTH);
  const [member, rows] = await Promise.all([
    accounts.memberByEmail(wanted.site, wanted.email),
    receiptsNumbered(mongo, number),
  ]);
  const isReceipt = ({ key, payment }: ReceiptRow) => key === receiptKey(payment);
  return rows.find((row) => isReceipt(row) && row.site === wanted.site && row.member === member);
}

async function receiptLinks(
  { mongo }: Pick<PaymentsContext, 'mongo'>,
  member: string,
  keys: readonly string[],
): Promise<Map<string, { number: string; path: string }>> {
  const asked = new Map(keys.map((key) => [key.replace(/^chargeback:/, 'dispute:'), key]));
  const rows = keys.length === 0 ? [] : await receiptsUnder(mongo, member, [...asked.keys()]);
  return new Map(
    rows.map((row) => [asked.get(row.key) ?? row.key, { number: row.number, path: receiptPath(row) }]),
  );
}

/** The calls about receipts that other parts make. */
export function receiptCalls(context: PaymentsContext) {
  return {
    ...operateReceipts(context),
    findReceiptByNumber: (site: string, number: string, email: string) =>
      findReceiptByNumber(context, { site, number, email }),
    /** The receipt of a payment; undefined if it has none. */
    receiptOfPayment: (payment: string) => findReceipt(context, receiptKey(payment)),
    /** The origin that a payment was made on; undefined if it is unknown. */
    originOfPayment: async (payment: string) =>
      (await findPayment(context.mongo, payment))?.origin || undefined,
    /** Number and page of the member's receipts with these keys. */
    receiptLinks: (member: string, keys: readonly string[]) => receiptLinks(context, member, keys),
    receiptPage: (member: string, wanted: WantedReceipt, chosen: Locale | undefined) =>
      receiptPage(context, member, wanted, chosen),
  };
}
