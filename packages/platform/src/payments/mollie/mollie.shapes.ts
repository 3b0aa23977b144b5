import { z } from 'zod';
import type { Look, ProviderDispute, ProviderPayer, ProviderRefund } from '../../ports.ts';
import { countryIn, countryOfBic, payerOfIban } from '../payer.ts';

/** The fields of Mollie’s API v2 that we read (docs.mollie.com/reference). All others are ignored. */

/** An amount as Mollie writes it, such as `"19.99"`, in the smallest unit of its currency. Yen have no decimals. */
const amount = z.object({
  value: z
    .string()
    .regex(/^\d{1,9}(\.\d{2})?$/)
    .transform((value) => Number(value.replace('.', ''))),
  currency: z.string().length(3),
});

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const link = z.object({ href: z.url({ protocol: /^https?$/ }) });

/** Metadata belongs to whoever opened the payment, so it may be anything. */
const metadata = z
  .unknown()
  .optional()
  .transform((value) => {
    const { success, data } = z.object({ reference: z.string(), key: z.string() }).partial().safeParse(value);
    return success ? data : {};
  });

export const mollieRefund = z.object({
  id: z.string().max(100),
  amount,
  metadata,
  status: z.enum(['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled']),
});

const mollieChargeback = z.object({
  id: z.string().max(100),
  amount,
  createdAt: time,
  reversedAt: time.nullish(),
  reason: z.object({ code: z.string() }).nullish(),
});

/** Facts of one way to pay. The first four are the account to transfer to. */
const details = z
  .object({
    bankName: z.string().nullish(),
    bankAccount: z.string().nullish(),
    bankBic: z.string().nullish(),
    transferReference: z.string().nullish(),
    consumerAccount: z.string().nullish(),
    consumerBic: z.string().nullish(),
    cardCountryCode: z.string().nullish(),
    /** Why a bank refused a direct debit: an R-code such as `AM04`. */
    bankReasonCode: z.string().nullish(),
    /** Why a card was refused, such as `insufficient_funds`. */
    failureReason: z.string().nullish(),
  })
  .nullish()
  .catch(null);

export const molliePayment = z.object({
  id: z.string().max(100),
  status: z.enum(['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed']),
  amount,
  amountRefunded: amount.optional(),
  amountChargedBack: amount.optional(),
  metadata,
  createdAt: time,
  expiresAt: time.nullish(),
  isCancelable: z.boolean().nullish(),
  details,
  _links: z.object({ checkout: link.nullish() }),
  _embedded: z
    .object({ refunds: z.array(mollieRefund), chargebacks: z.array(mollieChargeback) })
    .partial()
    .optional(),
});
export type MolliePayment = z.infer<typeof molliePayment>;

export const molliePaymentPage = z.object({
  _embedded: z.object({ payments: z.array(molliePayment) }),
  _links: z.object({ next: link.nullish() }),
});

export const mollieRefundPage = z.object({ _embedded: z.object({ refunds: z.array(mollieRefund) }) });

export const mollieChargebackPage = z.object({
  _embedded: z.object({
    chargebacks: z.array(
      z.object({ paymentId: z.string().max(100), createdAt: time, reversedAt: time.nullish() }),
    ),
  }),
  _links: z.object({ next: link.nullish() }),
});

export const mollieCustomer = z.object({ id: z.string().max(100), metadata, createdAt: time });

export const mollieCustomerPage = z.object({
  _embedded: z.object({ customers: z.array(mollieCustomer) }),
  _links: z.object({ next: link.nullish() }),
});

export const mollieMandate = z.object({
  id: z.string().max(100),
  status: z.enum(['valid', 'pending', 'invalid']),
  mandateReference: z.string().nullish(),
});
export type MollieMandate = z.infer<typeof mollieMandate>;

export const mollieMandatePage = z.object({ _embedded: z.object({ mandates: z.array(mollieMandate) }) });

/** Only `field` of an error is read. Its texts are for people, and may quote what was sent. */
export const mollieError = z.object({ field: z.string().max(100).optional() });

const STATES: Readonly<Record<MolliePayment['status'], Look['state']>> = {
  open: 'open',
  pending: 'pending',
  // The money is reserved. Mollie collects it only after a capture.
  authorized: 'pending',
  paid: 'paid',
  canceled: 'cancelled',
  expired: 'expired',
  failed: 'failed',
};

const REFUND_STATES: Readonly<Record<z.infer<typeof mollieRefund>['status'], ProviderRefund['state']>> = {
  queued: 'pending',
  pending: 'pending',
  processing: 'pending',
  refunded: 'done',
  failed: 'failed',
  canceled: 'failed',
};

/** A payment in our terms. It stays `paid` after refunds and charge-backs, which are listed beside. */
export function lookOf(payment: MolliePayment): Look {
  const state = STATES[payment.status];
  return {
    id: payment.id,
    reference: payment.metadata.reference ?? '',
    state,
    cents: payment.amount.value,
    receivedCents: state === 'paid' ? payment.amount.value : 0,
    currency: payment.amount.currency,
    createdAt: payment.createdAt,
    refunds: (payment._embedded?.refunds ?? []).map(refundOf),
    disputes: (payment._embedded?.chargebacks ?? []).map(disputeOf),
    failure:
      state === 'failed' ? (payment.details?.bankReasonCode ?? payment.details?.failureReason ?? null) : null,
    payer: payerOf(payment),
  };
}

/** By the account number or bank of the payer, else by the country of their card. PayPal’s account is an address. */
function payerOf({ details }: MolliePayment): ProviderPayer {
  const { country, ibanEnd } = payerOfIban(details?.consumerAccount);
  return {
    country: country ?? countryOfBic(details?.consumerBic) ?? countryIn(details?.cardCountryCode),
    ibanEnd,
  };
}

/** A refund in our terms. */
export function refundOf({ id, amount, metadata, status }: z.infer<typeof mollieRefund>): ProviderRefund {
  return { id, key: metadata.key ?? null, cents: amount.value, state: REFUND_STATES[status] };
}

function disputeOf({
  id,
  amount,
  reason,
  createdAt,
  reversedAt,
}: z.infer<typeof mollieChargeback>): ProviderDispute {
  return {
    id,
    cents: amount.value,
    currency: amount.currency,
    state: reversedAt ? 'given-back' : 'taken',
    reason: reason?.code ?? '',
    at: reversedAt ?? createdAt,
  };
}
