import { paymentMethod } from '@heartline/contracts';
import { z } from 'zod';

/**
 * The shapes of the bridge protocol. `infra/reference/payment-protocol.openapi.json` is made from them, so descriptions
 * are for the writer of a bridge.
 */
const id = z.string().min(1).max(100);
const cents = z.int().nonnegative();
const currency = z.string().length(3);
const at = z.int().nonnegative();
const address = z.url({ protocol: /^https?$/ }).max(2_000);

export const bridgeOrder = z
  .strictObject({
    reference: id.describe('Our payment’s id; it comes back with every answer about this payment.'),
    amountCents: z.int().positive().describe('What to pay, in hundredths of the currency.'),
    currency: currency.describe('Three capital letters of ISO 4217.'),
    method: z.enum(paymentMethod.options).describe('The way to pay. The page offers no other.'),
    country: z.string().length(2).describe('Country of the payer, two capital letters of ISO 3166.'),
    locale: z.string().max(10).describe('Language of the page, such as `de`.'),
    description: z.string().max(200).describe('What is bought, in the payer’s language.'),
    statement: z.string().max(40).describe('What should stand on the payer’s bank statement.'),
    returnUrl: address.describe('Where the payer goes from the page, whatever became of the payment.'),
    webhookUrl: address.describe('Where webhooks about this payment go.'),
    expiresAt: at.describe('When an unpaid checkout should end, in milliseconds since 1970.'),
  })
  .describe('What to open a payment for.');

const transfer = z
  .object({
    holder: z.string().max(100).describe('Exact name of the account’s holder: the payer’s bank compares it.'),
    iban: z.string().max(40).describe('Account to transfer to.'),
    bic: z.string().max(11).describe('Its bank.'),
    reference: z.string().max(140).describe('Reference by which you recognise the money.'),
    cents: z.int().positive().describe('What to transfer, in hundredths of the currency.'),
    currency: currency.describe('Three capital letters of ISO 4217.'),
    until: at.describe('Until when you wait for the money, in milliseconds since 1970.'),
  })
  .describe('Where to transfer money to.');

export const bridgeOpened = z
  .object({
    id: id.describe('Your id of the payment.'),
    expiresAt: z.nullable(at).describe('When the checkout ends by itself; null if you do not know.'),
    redirect: z
      .nullable(address)
      .describe('The page to send the payer to; null for a bank transfer without one.'),
    transfer: z.nullable(transfer).describe('For `sct`: where to transfer to. Null for every other way.'),
  })
  .describe('An opened payment.');

export const bridgeRefundOrder = z
  .strictObject({
    amountCents: z.int().positive().describe('What to give back, in hundredths of the currency.'),
    currency: currency.describe('The currency of the payment.'),
  })
  .describe('What to refund.');

export const bridgeRefund = z
  .object({
    id: id.describe('Your id of the refund.'),
    key: z.nullable(z.string().max(200)).describe('The `Idempotency-Key` it was asked for under.'),
    amountCents: z.int().positive().describe('What it gives back.'),
    state: z
      .enum(['pending', 'done', 'failed'])
      .describe('`failed` also when the payer’s bank sends a finished refund back.'),
  })
  .describe('A refund.');

export const bridgeDispute = z
  .object({
    id: z
      .string()
      .regex(/^[\w.-]{1,70}$/)
      .describe('Your id of the dispute: letters, digits, full stops, underscores and hyphens.'),
    amountCents: cents.describe('What it is about, in hundredths of the currency.'),
    currency: currency.describe('Three capital letters of ISO 4217.'),
    state: z
      .enum(['inquiry', 'closed', 'taken', 'lost', 'given-back'])
      .describe(
        '`inquiry`: no money moved yet. `closed`: an inquiry that ended. `taken`: the bank took it. `lost`: it took it for good. `given-back`: we won.',
      ),
    reason: z.string().max(200).describe('The bank’s reason, as it says it.'),
    at: at.describe('When it began or last changed, in milliseconds since 1970.'),
  })
  .describe('Money that the payer’s bank took back, or asked about.');

export const bridgePayment = z
  .object({
    id: id.describe('Your id of the payment.'),
    reference: z.string().max(100).describe('Ours, from the order.'),
    state: z
      .enum(['open', 'pending', 'paid', 'partial', 'failed', 'cancelled', 'expired'])
      .describe(
        '`open`: nothing happened yet. `pending`: the payer did their part, the money is on its way. `partial`: less than ordered came. `paid` stays `paid` after refunds and disputes.',
      ),
    amountCents: cents.describe('What was ordered, in hundredths of the currency.'),
    receivedCents: cents.describe('What was paid.'),
    currency: currency.describe('Three capital letters of ISO 4217.'),
    createdAt: at.describe('When it was opened, in milliseconds since 1970.'),
    expiresAt: z
      .nullable(at)
      .describe('When it ends by itself. A payment that can’t be closed must have one.'),
    refunds: z.array(bridgeRefund).max(100).describe('Every refund of it.'),
    disputes: z.array(bridgeDispute).max(100).describe('Every dispute about it.'),
    failure: z
      .nullish(z.string().max(100))
      .describe('Why it failed: for a debit the bank’s R-code, such as `AM04`, else a word of yours.'),
    payer: z
      .nullish(
        z.object({
          country: z
            .nullish(z.string().regex(/^[A-Z]{2}$/))
            .describe('Country of the payer’s bank, two capital letters of ISO 3166.'),
          ibanEnd: z
            .nullish(z.string().length(4))
            .describe('Last four signs of the account number; null for cards.'),
        }),
      )
      .describe('What you know of the card or bank account that paid; evidence for VAT.'),
  })
  .describe('Everything you know of a payment.');

export const bridgeList = z
  .object({
    payments: z.array(bridgePayment).describe('The oldest first, at most 100 and at most 256 KiB.'),
    next: z.nullable(id).describe('Value of `after` for the next part; null if this is the last one.'),
  })
  .describe('A part of a list.');

export const bridgeMandateOrder = z
  .strictObject({
    reference: z
      .string()
      .max(35)
      .describe('Our reference of the mandate, unique. It stands on bank statements.'),
    signedAt: at.describe('When the debtor signed it at our site, in milliseconds since 1970.'),
    locale: z.string().max(10).describe('Language of the mandate, such as `de`.'),
    ip: z.nullable(z.string().max(45)).describe('Network address of the debtor, as evidence.'),
    userAgent: z.nullable(z.string().max(500)).describe('Browser of the debtor, as evidence.'),
    debtor: z
      .strictObject({
        holder: z.string().max(70).describe('Name of the account’s holder.'),
        iban: z.string().max(34).describe('The account to debit, without spaces.'),
        email: z.string().max(254).describe('Mail address of the debtor. We write to them; you need not.'),
        street: z.string().max(70).describe('Street, without the number.'),
        houseNumber: z.string().max(16).describe('Number in the street.'),
        zip: z.string().max(16).describe('Postal code.'),
        city: z.string().max(70).describe('Town.'),
        country: z.string().length(2).describe('Country, two capital letters of ISO 3166.'),
      })
      .describe('The holder of the account.'),
  })
  .describe('A mandate that a debtor signed at our site.');

export const bridgeMandate = z
  .object({
    id: id.describe('Your id of the mandate.'),
    reference: z.string().min(1).max(35).describe('Ours, or your own if yours stands on bank statements.'),
  })
  .describe('A registered mandate.');

export const bridgeDebitOrder = bridgeOrder
  .omit({ method: true, returnUrl: true, expiresAt: true })
  .extend({
    mandate: id.describe('Your id of the mandate.'),
    collectOn: z.iso.date().describe('The day we announced to the debtor. Debit on the next one you can.'),
  })
  .describe('What to debit under a mandate.');

export const bridgeDebit = z
  .object({ id: id.describe('Your id of the payment: the calls of payments take it.') })
  .describe('A debit on its way.');

export const bridgeDisputes = z
  .object({
    disputes: z
      .array(bridgeDispute.extend({ payment: id.describe('Your id of the payment it is about.') }))
      .describe('At most 100.'),
    next: z.nullable(id).describe('Value of `after` for the next part; null if this is the last one.'),
  })
  .describe('A part of the disputes.');

export const bridgeRefusal = z
  .object({
    error: z
      .enum(['method', 'amount', 'country', 'account', 'iban', 'closed', 'other'])
      .describe(
        'Why: the way to pay, the amount, the payer’s country, your contract with us, a bank account that can’t be debited, the payment’s state, or something else.',
      ),
  })
  .describe('A definite no: nothing was done and nothing will be.');

export const bridgeWebhook = z
  .object({
    id: id.describe('Your id of this event; the same when you send it again.'),
    payment: id.describe('Your id of the payment to look at.'),
  })
  .describe('A payment changed. What it is now, we ask you.');
