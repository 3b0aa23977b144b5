import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import { newId, type SandboxPayment, transferTo } from '../../book.ts';
import { bearerOf, type Dialect, type DialectTools } from '../dialect.ts';
import {
  find,
  findByIntent,
  isOfIntent,
  isWithin,
  keyOf,
  listOf,
  missing,
  otherParameters,
  paymentsOf,
  read,
  refuse,
} from './answers.ts';
import { addStripeDebits, debitEventOf } from './debits.ts';
import {
  chargeOf,
  disputesOf,
  EXTRA,
  intentOf,
  refundOf,
  refundsOf,
  sessionOf,
  statusOf,
} from './objects.ts';
import { customerOf } from './payer-objects.ts';
import {
  METHODS,
  type NewSession,
  newCustomer,
  newRefund,
  newSession,
  type Refusal,
  ruleAgainst,
  wishedRows,
} from './requests.ts';
import { checkByStripeMock } from './stripe-mock.ts';

const EXPANDED = 'payment_intent.latest_charge.refunds';
const FORGED_SECRET = 'whsec_forged';

type ById = { Params: { id: string } };

/** Stripe’s API, as far as our adapter calls it: forms in, objects of the SDK’s types out. */
export const stripe: Dialect = {
  name: 'stripe',
  base: '/stripe',
  version: '/v1',
  keyOf: bearerOf,
  failure: (status) => ({
    error:
      status === 401
        ? { type: 'invalid_request_error', message: 'Invalid API Key provided.' }
        : { type: 'api_error', message: 'An error occurred at Stripe.' },
  }),
  addApi(app, tools) {
    if (tools.stripeCheck) checkByStripeMock(app, { base: stripe.base, check: tools.stripeCheck });
    addCustomers(app, tools);
    addSessions(app, tools);
    addEnds(app, tools);
    addRefunds(app, tools);
    addDisputes(app, tools);
    addStripeDebits(app, tools);
  },
  webhook({ payment, event, account, now, isForged }) {
    const payload = JSON.stringify({
      id: event.id,
      object: 'event',
      api_version: '2026-08-26.dahlia',
      created: Math.floor(now / 1_000),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      ...contentOf(payment, event.about),
    });
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: isForged ? FORGED_SECRET : account.webhookSecret,
      timestamp: Math.floor(now / 1_000),
    });
    return {
      url: account.webhookUrl ?? payment.webhookUrl,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: Buffer.from(payload),
    };
  },
};

const SESSION_EVENTS = {
  complete: 'checkout.session.completed',
  expired: 'checkout.session.expired',
} as const;

/** Type and object of an event. */
function contentOf(payment: SandboxPayment, about: 'payment' | 'refund' | 'dispute') {
  const dispute = disputesOf(payment).at(-1);
  if (about === 'dispute' && dispute) {
    const type = dispute.status === 'won' ? 'charge.dispute.closed' : 'charge.dispute.created';
    return { type, data: { object: dispute } };
  }
  if (about === 'refund') return { type: 'charge.refunded', data: { object: chargeOf(payment) } };
  if (payment.state === 'partial')
    return { type: 'payment_intent.partially_funded', data: { object: intentOf(payment) } };
  if (payment.debit) return { type: debitEventOf(payment), data: { object: intentOf(payment) } };
  const status = statusOf(payment);
  if (status === 'open')
    return { type: 'payment_intent.payment_failed', data: { object: intentOf(payment) } };
  const isReturned = payment.state === 'failed';
  const type = isReturned ? 'checkout.session.async_payment_failed' : SESSION_EVENTS[status];
  return { type, data: { object: sessionOf(payment) } };
}

function addCustomers(app: FastifyInstance, { now }: DialectTools): void {
  app.post('/customers', async (request, reply) => {
    const given = read(newCustomer, request.body, reply);
    return given ? customerOf(newId('cus'), given.metadata, now()) : reply;
  });
}

function addSessions(app: FastifyInstance, tools: DialectTools): void {
  const { book, now, accountOf } = tools;
  app.post('/checkout/sessions', async (request, reply) => {
    const given = read(newSession, request.body, reply);
    if (!given) return reply;
    const key = keyOf(request);
    const form = JSON.stringify(request.body);
    const known = book.ofKey({ account: accountOf(request).name, dialect: 'stripe' }, key);
    if (known && known.extra[EXTRA.form] !== form) return otherParameters(reply);
    const broken = known ? undefined : ruleAgainst(given, now());
    if (broken) return refuse(reply, broken);
    const payment = tools.open(request, key, orderOf(given, form));
    return sessionOf(payment, { url: tools.pageOf(request, payment) });
  });
  app.get('/checkout/sessions', async (request, reply) => {
    const wish = read(wishedRows, request.query, reply);
    if (!wish) return reply;
    const isExpanded = wish.expand.includes(`data.${EXPANDED}`);
    const rows = paymentsOf(tools, request)
      .filter((one) => !one.debit && isWithin(wish)(one))
      .map((one) => sessionOf(one, { url: tools.pageOf(request, one), isExpanded }));
    return listOf(rows, wish, '/v1/checkout/sessions');
  });
  app.get<ById>('/checkout/sessions/:id', async (request, reply) => {
    const wish = read(wishedRows, request.query, reply);
    if (!wish) return reply;
    const payment = find(tools, request, request.params.id);
    if (!payment) return missing(reply, 'checkout.session');
    return sessionOf(payment, {
      url: tools.pageOf(request, payment),
      isExpanded: wish.expand.includes(EXPANDED),
    });
  });
}

function orderOf(given: NewSession, form: string) {
  const [type] = given.payment_method_types;
  const reference = given.client_reference_id ?? '';
  const [{ price_data: price }] = given.line_items;
  const { statement_descriptor, statement_descriptor_suffix, metadata } = given.payment_intent_data;
  const method = METHODS[type];
  return {
    id: newId('cs_test'),
    amountCents: price.unit_amount,
    currency: price.currency.toUpperCase(),
    reference,
    method,
    description: price.product_data.name,
    statement: statement_descriptor ?? statement_descriptor_suffix ?? '',
    locale: given.locale,
    returnUrl: given.success_url,
    // Stripe knows the shop’s webhook from the account’s settings.
    webhookUrl: '',
    expiresAt: given.expires_at * 1_000,
    ...(method === 'sct' && { transfer: transferTo(reference) }),
    extra: {
      type,
      [EXTRA.form]: form,
      [EXTRA.metadata]: JSON.stringify(given.metadata),
      [EXTRA.intentMetadata]: JSON.stringify(metadata),
      ...(given.customer !== undefined && { [EXTRA.customer]: given.customer }),
    },
  };
}

/** The calls by which a shop ends a payment. */
function addEnds(app: FastifyInstance, tools: DialectTools): void {
  app.post<ById>('/checkout/sessions/:id/expire', async (request, reply) => {
    const payment = find(tools, request, request.params.id);
    if (!payment) return missing(reply, 'checkout.session');
    if (statusOf(payment) !== 'open') {
      const message = 'Only Checkout Sessions with a status in ["open"] can be expired.';
      return refuse(reply, { message });
    }
    tools.close(payment);
    return sessionOf(payment);
  });
  app.post<ById>('/payment_intents/:id/cancel', async (request, reply) => {
    const payment = findByIntent(tools, request, request.params.id);
    if (!payment) return missing(reply, 'payment_intent');
    if (intentOf(payment).status !== 'requires_action') {
      const message = 'You cannot cancel this PaymentIntent because of its status.';
      return refuse(reply, { code: 'payment_intent_unexpected_state', message });
    }
    // The book lets a shop close what waits for no money. Of this transfer, none is on its way any more.
    const extra = { ...payment.extra, [EXTRA.canceled]: 'yes' };
    tools.book.change(payment, { state: 'open', extra });
    tools.close(payment);
    return intentOf(payment);
  });
}

/** Money back, begun once under the shop’s key. */
function addRefunds(app: FastifyInstance, tools: DialectTools): void {
  app.post('/refunds', async (request, reply) => {
    const given = read(newRefund, request.body, reply);
    if (!given) return reply;
    const payment = findByIntent(tools, request, given.payment_intent);
    if (!payment) return missing(reply, 'payment_intent');
    const key = keyOf(request);
    const form = JSON.stringify(request.body);
    const formName = `${EXTRA.refundForm}${key}`;
    const known = payment.extra[formName];
    if (known !== undefined && known !== form) return otherParameters(reply);
    const refund = tools.refund(payment, key, given.amount);
    if (!refund) return refuse(reply, tooMuch(payment));
    const metadataName = `${EXTRA.refundForm}${refund.id}`;
    const extra = { [formName]: form, [metadataName]: JSON.stringify(given.metadata) };
    tools.book.change(payment, { extra: { ...payment.extra, ...extra } });
    return refundOf(payment, refund);
  });
  app.get('/refunds', async (request, reply) => {
    const wish = read(wishedRows, request.query, reply);
    if (!wish) return reply;
    const rows = paymentsOf(tools, request).filter(isOfIntent(wish)).flatMap(refundsOf);
    return listOf(rows, wish, '/v1/refunds');
  });
}

function tooMuch(payment: SandboxPayment): Refusal {
  return chargeOf(payment).refunded
    ? { code: 'charge_already_refunded', message: 'The charge has already been refunded.' }
    : { param: 'amount', message: 'The refund is greater than the unrefunded amount of the charge.' };
}

function addDisputes(app: FastifyInstance, tools: DialectTools): void {
  app.get('/disputes', async (request, reply) => {
    const wish = read(wishedRows, request.query, reply);
    if (!wish) return reply;
    const { gte, lt } = wish.created;
    const rows = paymentsOf(tools, request)
      .filter(isOfIntent(wish))
      .flatMap(disputesOf)
      .filter(({ created }) => created >= gte && created < lt);
    return listOf(rows, wish, '/v1/disputes');
  });
}
