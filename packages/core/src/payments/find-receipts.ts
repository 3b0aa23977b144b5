import { RECEIPT_NUMBER_LENGTH } from '@heartline/contracts';
import type { PaymentsContext } from './payments-context.ts';
import { findReceipt, type ReceiptRow, receiptKey, receiptsNumbered } from './receipt.repository.ts';

/**
 * The receipt with this printed number, if the account with this address bought it on this site. Both are looked up every
 * time, and every miss is the same undefined, so a number alone or an address alone reveals nothing.
 */
async function findReceiptByNumber(
  { mongo, accounts }: Pick<PaymentsContext, 'mongo' | 'accounts'>,
  wanted: { site: string; number: string; email: string },
): Promise<ReceiptRow | undefined> {
  const number = wanted.number.replace(/\s/g, '').toUpperCase().slice(0, RECEIPT_NUMBER_LENGTH);
  const [member, rows] = await Promise.all([
    accounts.memberByEmail(wanted.site, wanted.email),
    receiptsNumbered(mongo, number),
  ]);
  return rows.find((row) => row.kind === 'receipt' && row.site === wanted.site && row.member === member);
}

/** The calls about receipts that other parts make. */
export function receiptCalls(context: PaymentsContext) {
  return {
    findReceiptByNumber: (site: string, number: string, email: string) =>
      findReceiptByNumber(context, { site, number, email }),
    /** The receipt of a payment; undefined if it has none. */
    receiptOfPayment: (payment: string) => findReceipt(context, receiptKey(payment)),
  };
}
