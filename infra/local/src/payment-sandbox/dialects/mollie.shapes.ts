import type { PaymentMethod } from '@heartline/contracts';
import { z } from 'zod';
import type { SandboxPayment, SandboxRefund } from '../book.ts';

/** Mollie’s names of the ways to pay that its pretence serves. */
const METHODS = {
  ideal: 'ideal',
  bancontact: 'bancontact',
  blik: 'blik',
  przelewy24: 'prezelewy24',
  eps: 'eps',
  paypal: 'paypal',
  creditcard: 'creditcard',
  applepay: 'applepay',
  paysafecard: 'paysafecard',
  banktransfer: 'sct',
} as const satisfies Record<string, PaymentMethod>;

/** Ways to pay that take one currency. */
const ONLY_CURRENCY: Readonly<Partial<Record<keyof typeof METHODS, string>>> = {
  ideal: 'EUR',
  bancontact: 'EUR',
  eps: 'EUR',
  banktransfer: 'EUR',
  blik: 'PLN',
};

const amount = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  value: z
    .string()
    .regex(/^\d{1,7}\.\d{2}$/)
    .refine((value) => Number(value) > 0),
});

const wishedMetadata = z.record(z.string(), z.unknown()).nullish();

/** The body of `POST /v2/payments`. */
export const wishedPayment = z
  .strictObject({
    amount,
    description: z.string().min(1).max(255),
    redirectUrl: z.url(),
    webhookUrl: z.url(),
    method: z.enum(Object.keys(METHODS) as (keyof typeof METHODS)[]),
    locale: z.string().regex(/^[a-z]{2}_[A-Z]{2}$/),
    restrictPaymentMethodsToCountry: z.string().regex(/^[A-Z]{2}$/),
    metadata: wishedMetadata,
    dueDate: z.iso.date().optional(),
  })
  .refine(({ method, amount }) => [undefined, amount.currency].includes(ONLY_CURRENCY[method]), {
    path: ['amount', 'currency'],
    error: 'The payment method does not support this currency',
  });

/** The body of `POST /v2/payments/{id}/refunds`. */
export const wishedRefund = z.strictObject({
  amount,
  metadata: wishedMetadata,
  description: z.string().max(255).optional(),
});

export const methodOf = (name: keyof typeof METHODS): PaymentMethod => METHODS[name];

export const centsOf = (value: string): number => Number(value.replace('.', ''));

const amountOf = (cents: number, currency: string) => ({ value: (cents / 100).toFixed(2), currency });

/** As Mollie writes times: seconds, with the offset. */
const timeOf = (at: number) => new Date(at).toISOString().replace(/\.\d{3}Z$/, '+00:00');

export const linkTo = (href: string, type = 'application/hal+json') => ({ href, type });

export const DOCUMENTATION = linkTo('https://docs.mollie.com/reference', 'text/html');

/** An error as Mollie answers it. */
export const problemOf = (status: number, title: string, detail: string, field?: string) => ({
  status,
  title,
  detail,
  ...(field && { field }),
  _links: { documentation: DOCUMENTATION },
});

/** Mollie has no word for a part of the money: such a payment stays open. */
const STATUS: Readonly<Record<SandboxPayment['state'], string>> = {
  open: 'open',
  pending: 'pending',
  partial: 'open',
  paid: 'paid',
  failed: 'failed',
  cancelled: 'canceled',
  expired: 'expired',
};

/** By default, Mollie cancels only what a bank has not begun: bank transfers. */
export const isCancelable = ({ state, method }: SandboxPayment): boolean =>
  state === 'open' && method === 'sct';

/** Addresses in an answer: the API and the hosted page of the payment. */
export interface MollieAddresses {
  api: string;
  page: string;
}

/** A payment as Mollie answers it. `embed` names its refunds and charge-backs. */
export function presentPayment(payment: SandboxPayment, at: MollieAddresses, embed: readonly string[] = []) {
  const { id, currency, state, createdAt, transfer } = payment;
  return {
    resource: 'payment',
    id,
    mode: 'test',
    createdAt: timeOf(createdAt),
    amount: amountOf(payment.amountCents, currency),
    description: payment.description,
    method: Object.entries(METHODS).find(([, method]) => method === payment.method)?.[0],
    metadata: JSON.parse(payment.extra['metadata'] ?? 'null') as unknown,
    status: STATUS[state],
    ...FACTS[state]?.(payment),
    locale: payment.locale,
    restrictPaymentMethodsToCountry: payment.country,
    profileId: 'pfl_sandbox',
    sequenceType: 'oneoff',
    redirectUrl: payment.returnUrl,
    webhookUrl: payment.webhookUrl,
    ...(transfer && { details: detailsOf(transfer) }),
    _links: {
      self: linkTo(`${at.api}/payments/${id}`),
      ...(state === 'open' && { checkout: linkTo(at.page, 'text/html') }),
      dashboard: linkTo(at.page, 'text/html'),
      documentation: DOCUMENTATION,
    },
    ...(embed.length > 0 && { _embedded: embeddedIn(payment, at, embed) }),
  };
}

const endOf = ({ expiresAt }: SandboxPayment) => (expiresAt === null ? {} : { expiresAt: timeOf(expiresAt) });

/** Fields that Mollie has in one state only. */
const FACTS: Readonly<Partial<Record<SandboxPayment['state'], (payment: SandboxPayment) => object>>> = {
  open: (payment) => ({ isCancelable: isCancelable(payment), ...endOf(payment) }),
  pending: endOf,
  paid: (payment) => ({ paidAt: timeOf(payment.paidAt ?? payment.createdAt), ...sumsOf(payment) }),
  cancelled: ({ createdAt }) => ({ canceledAt: timeOf(createdAt) }),
  expired: ({ createdAt }) => ({ expiredAt: timeOf(createdAt) }),
  failed: ({ createdAt }) => ({ failedAt: timeOf(createdAt) }),
};

function embeddedIn(payment: SandboxPayment, at: MollieAddresses, embed: readonly string[]) {
  const refunds = payment.refunds.map((refund) => presentRefund(payment, refund, at));
  return {
    ...(embed.includes('refunds') && { refunds }),
    ...(embed.includes('chargebacks') && { chargebacks: chargebacksOf(payment, at) }),
  };
}

/** Sums of a paid payment. The list has only these; refunds themselves come by `embed`. */
function sumsOf({ refunds, disputes, amountCents, currency }: SandboxPayment) {
  const refunded = sum(refunds.filter(({ state }) => state !== 'failed').map((one) => one.amountCents));
  const chargedBack = sum(
    disputes.filter(({ state }) => state === 'taken' || state === 'lost').map(({ cents }) => cents),
  );
  return {
    amountRefunded: amountOf(refunded, currency),
    amountRemaining: amountOf(Math.max(0, amountCents - refunded), currency),
    ...(chargedBack > 0 && { amountChargedBack: amountOf(chargedBack, currency) }),
  };
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

const detailsOf = ({ holder, iban, bic, reference }: NonNullable<SandboxPayment['transfer']>) => ({
  bankName: holder,
  bankAccount: iban,
  bankBic: bic,
  transferReference: reference,
});

const REFUND_STATUS = { pending: 'queued', done: 'refunded', failed: 'failed' } as const;

/** A refund as Mollie answers it, with the metadata it was asked for with. */
export function presentRefund(payment: SandboxPayment, refund: SandboxRefund, { api }: MollieAddresses) {
  const self = `${api}/payments/${payment.id}/refunds/${refund.id}`;
  return {
    resource: 'refund',
    id: refund.id,
    mode: 'test',
    description: payment.description,
    amount: amountOf(refund.amountCents, payment.currency),
    metadata: JSON.parse(payment.extra[refund.id] ?? 'null') as unknown,
    paymentId: payment.id,
    status: REFUND_STATUS[refund.state],
    createdAt: timeOf(refund.at),
    _links: {
      self: linkTo(self),
      payment: linkTo(`${api}/payments/${payment.id}`),
      documentation: DOCUMENTATION,
    },
  };
}

/** Charge-backs stay in the list after the bank gave the money back. Mollie has no inquiries. */
function chargebacksOf({ id: paymentId, disputes }: SandboxPayment, { api }: MollieAddresses) {
  return disputes
    .filter(({ state }) => state !== 'inquiry' && state !== 'closed')
    .map(({ id, cents, currency, state, reason, at }) => ({
      resource: 'chargeback',
      id,
      amount: amountOf(cents, currency),
      reason: { code: reason, description: reason },
      paymentId,
      createdAt: timeOf(at),
      reversedAt: state === 'given-back' ? timeOf(at) : null,
      _links: {
        self: linkTo(`${api}/payments/${paymentId}/chargebacks/${id}`),
        payment: linkTo(`${api}/payments/${paymentId}`),
        documentation: DOCUMENTATION,
      },
    }));
}
