import type { PaymentMethod } from '@heartline/contracts';
import { z } from 'zod';
import type { SandboxMandate, SandboxPayment, SandboxRefund } from '../book.ts';
import { failureOf, isDebitable, payerOf } from '../payment-facts.ts';

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
  directdebit: 'sdd',
} as const satisfies Record<string, PaymentMethod>;

/** Ways to pay with a page. A direct debit needs a mandate instead. */
const PAGE_METHODS = new Set(Object.keys(METHODS).filter((method) => method !== 'directdebit'));

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
  .refine(({ method }) => PAGE_METHODS.has(method), {
    path: ['method'],
    error: 'The payment method needs a mandate',
  })
  .refine(({ method, amount }) => [undefined, amount.currency].includes(ONLY_CURRENCY[method]), {
    path: ['amount', 'currency'],
    error: 'The payment method does not support this currency',
  });

/** The body of `POST /v2/payments` for a debit under a mandate. */
export const wishedDebit = z.strictObject({
  amount: amount.refine(({ currency }) => currency === 'EUR'),
  description: z.string().min(1).max(140),
  redirectUrl: z.null(),
  webhookUrl: z.url(),
  method: z.literal('directdebit'),
  sequenceType: z.literal('recurring'),
  customerId: z.string(),
  mandateId: z.string(),
  locale: z.string().regex(/^[a-z]{2}_[A-Z]{2}$/),
  metadata: wishedMetadata,
});

/** The body of `POST /v2/customers`. */
export const wishedCustomer = z.strictObject({
  name: z.string().min(1),
  locale: z.string().regex(/^[a-z]{2}_[A-Z]{2}$/),
  metadata: wishedMetadata,
});

/** The body of `POST /v2/customers/{id}/mandates`. */
export const wishedMandate = z.strictObject({
  method: z.literal('directdebit'),
  consumerName: z.string().min(1),
  consumerAccount: z
    .string()
    .regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/)
    .refine(isDebitable),
  signatureDate: z.iso.date(),
  mandateReference: z.string().min(1).max(35),
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
  const { id, currency, state, createdAt } = payment;
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
    profileId: 'pfl_sandbox',
    ...sequenceOf(payment),
    webhookUrl: payment.webhookUrl,
    ...detailsOf(payment),
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

/** A payment with a page, or a debit under a mandate of a customer. */
function sequenceOf({ debit, returnUrl, country, extra }: SandboxPayment) {
  if (!debit)
    return { sequenceType: 'oneoff', redirectUrl: returnUrl, restrictPaymentMethodsToCountry: country };
  return { sequenceType: 'recurring', customerId: extra['customer'], mandateId: debit.mandate };
}

/** Facts of one way to pay: where to transfer to, and who paid. */
function detailsOf(payment: SandboxPayment) {
  const { transfer, debit, method } = payment;
  const { country } = payerOf(payment);
  const failure = failureOf(payment);
  const payer =
    method === 'creditcard' || method === 'applepay' ? { cardCountryCode: country } : bankIn(country);
  const details = {
    ...(country !== null && payer),
    ...(transfer && {
      bankName: transfer.holder,
      bankAccount: transfer.iban,
      bankBic: transfer.bic,
      transferReference: transfer.reference,
    }),
    ...(debit && { consumerAccount: debit.iban }),
    ...(failure !== null && { bankReasonCode: failure, bankReason: failure }),
  };
  return Object.keys(details).length > 0 ? { details } : {};
}

/** A bank in a country, without the number of an account there. */
const bankIn = (country: string | null) => ({ consumerBic: `SAND${country}2A` });

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
export function chargebacksOf(
  { id: paymentId, disputes }: SandboxPayment,
  { api }: Pick<MollieAddresses, 'api'>,
) {
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

/** A customer of the shop, who has the mandates. */
export interface MollieCustomer {
  id: string;
  account: string;
  name: string;
  locale: string;
  metadata: unknown;
  createdAt: number;
}

/** A customer as Mollie answers it. */
export function presentCustomer({ id, name, locale, metadata, createdAt }: MollieCustomer, api: string) {
  const self = linkTo(`${api}/customers/${id}`);
  return {
    resource: 'customer',
    id,
    mode: 'test',
    name,
    email: null,
    locale,
    metadata,
    createdAt: timeOf(createdAt),
    _links: { self, dashboard: linkTo(`${api}/customers/${id}`, 'text/html'), documentation: DOCUMENTATION },
  };
}

/** A mandate as Mollie answers it. */
export function presentMandate(mandate: SandboxMandate, api: string) {
  const customer = `${api}/customers/${mandate.extra['customer']}`;
  return {
    resource: 'mandate',
    id: mandate.id,
    mode: 'test',
    status: mandate.isRevoked ? 'invalid' : 'valid',
    method: 'directdebit',
    details: { consumerName: mandate.holder, consumerAccount: mandate.iban, consumerBic: null },
    mandateReference: mandate.reference,
    signatureDate: mandate.extra['signatureDate'],
    customerId: mandate.extra['customer'],
    createdAt: timeOf(mandate.createdAt),
    _links: {
      self: linkTo(`${customer}/mandates/${mandate.id}`),
      customer: linkTo(customer),
      documentation: DOCUMENTATION,
    },
  };
}
