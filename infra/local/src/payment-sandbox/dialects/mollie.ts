import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { newId, type SandboxOrder, transferTo } from '../book.ts';
import { bearerOf, type Dialect, type DialectTools, withForgedToken } from './dialect.ts';
import {
  addressesOf,
  apiOf,
  fingerprint,
  invalid,
  invalidField,
  keyOf,
  keyReused,
  listOf,
  refused,
  unknown,
} from './mollie.answers.ts';
import { addMollieDebits, isDebit, openDebit } from './mollie.debits.ts';
import {
  centsOf,
  isCancelable,
  methodOf,
  presentPayment,
  presentRefund,
  problemOf,
  wishedPayment,
  wishedRefund,
} from './mollie.shapes.ts';

const DAY_MS = 86_400_000;

/** Mollie ends an unpaid checkout of most ways to pay after a quarter of an hour. */
const CHECKOUT_MS = 900_000;

const wishedList = z.strictObject({
  from: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(250).default(50),
});

type ById = { Params: { id: string }; Querystring: { embed?: string } };

/** Mollie’s API v2 (docs.mollie.com/reference), as far as the shop calls it. */
export const mollie: Dialect = {
  name: 'mollie',
  base: '/mollie',
  version: '/v2',
  keyOf: bearerOf,
  failure: (status) =>
    status === 401
      ? problemOf(401, 'Unauthorized Request', 'Missing authentication, or failed to authenticate')
      : problemOf(status, 'Service Unavailable', 'The service is temporarily unavailable'),
  addApi(app, tools) {
    addPayments(app, tools);
    addList(app, tools);
    addRefunds(app, tools);
    addMollieDebits(app, tools);
  },
  /** Mollie names the payment and nothing else; it signs nothing. */
  webhook: ({ payment, isForged }) => ({
    url: isForged ? withForgedToken(payment.webhookUrl) : payment.webhookUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams({ id: payment.id }).toString()),
  }),
};

function addPayments(app: FastifyInstance, tools: DialectTools): void {
  app.post('/payments', async (request, reply) => {
    if (isDebit(request.body)) return openDebit(tools, request, reply);
    const given = wishedPayment.safeParse(request.body);
    if (!given.success) return invalid(reply, given.error);
    const { dueDate } = given.data;
    if (dueDate !== undefined && Date.parse(dueDate) <= tools.now()) return invalidField(reply, 'dueDate');
    const extra = {
      metadata: JSON.stringify(given.data.metadata ?? null),
      request: fingerprint(request.body),
    };
    const payment = tools.open(request, keyOf(request), { ...orderOf(given.data, tools.now()), extra });
    if (payment.extra['request'] !== extra.request) return keyReused(reply);
    // A repeated key gets the first answer again, whatever became of the payment.
    const asOpened = { ...payment, state: 'open' } as const;
    return reply.code(201).send(presentPayment(asOpened, addressesOf(tools, request, payment)));
  });
  app.get<ById>('/payments/:id', async (request, reply) => {
    const payment = tools.find(request, request.params.id);
    if (!payment) return unknown(reply);
    const embed = request.query.embed?.split(',') ?? [];
    return presentPayment(payment, addressesOf(tools, request, payment), embed);
  });
  app.delete<ById>('/payments/:id', async (request, reply) => {
    const payment = tools.find(request, request.params.id);
    if (!payment) return unknown(reply);
    if (!isCancelable(payment)) return refused(reply, 'The payment cannot be canceled');
    tools.close(payment);
    return presentPayment(payment, addressesOf(tools, request, payment));
  });
}

function orderOf(given: z.infer<typeof wishedPayment>, now: number): SandboxOrder {
  const { amount, description, dueDate, metadata } = given;
  const reference = z.string().catch('').parse(metadata?.['reference']);
  const method = methodOf(given.method);
  return {
    id: newId('tr'),
    amountCents: centsOf(amount.value),
    currency: amount.currency,
    reference,
    method,
    country: given.restrictPaymentMethodsToCountry,
    description,
    statement: description,
    locale: given.locale,
    returnUrl: given.redirectUrl,
    webhookUrl: given.webhookUrl,
    expiresAt: dueDate === undefined ? now + CHECKOUT_MS : Date.parse(dueDate) + DAY_MS,
    ...(method === 'sct' && { transfer: transferTo(reference) }),
  };
}

/** Payments, the newest first, `limit` at a time. */
function addList(app: FastifyInstance, tools: DialectTools): void {
  app.get('/payments', async (request, reply) => {
    const given = wishedList.safeParse(request.query);
    if (!given.success) return invalid(reply, given.error);
    const { from, limit } = given.data;
    const { name: account } = tools.accountOf(request);
    const all = tools.book.of({ account, dialect: 'mollie' }).toReversed();
    const start = from === undefined ? 0 : all.findIndex(({ id }) => id === from);
    if (start < 0) return invalidField(reply, 'from');
    const shown = all.slice(start, start + limit);
    const next = all[start + limit];
    return listOf(
      { payments: shown.map((one) => presentPayment(one, addressesOf(tools, request, one))) },
      {
        self: `${apiOf(request)}/payments`,
        next: next && `${apiOf(request)}/payments?from=${next.id}&limit=${limit}`,
      },
    );
  });
}

function addRefunds(app: FastifyInstance, tools: DialectTools): void {
  app.get<ById>('/payments/:id/refunds', async (request, reply) => {
    const payment = tools.find(request, request.params.id);
    if (!payment) return unknown(reply);
    const at = addressesOf(tools, request, payment);
    const refunds = payment.refunds.map((refund) => presentRefund(payment, refund, at));
    return listOf({ refunds }, { self: `${at.api}/payments/${payment.id}/refunds` });
  });
  app.post<ById>('/payments/:id/refunds', async (request, reply) => {
    const payment = tools.find(request, request.params.id);
    const given = wishedRefund.safeParse(request.body);
    if (!payment) return unknown(reply);
    if (!given.success) return invalid(reply, given.error);
    const { amount, metadata } = given.data;
    if (payment.method === 'paysafecard')
      return refused(reply, 'The payment method does not support refunds');
    if (amount.currency !== payment.currency) return invalidField(reply, 'amount.currency');
    const refund = tools.refund(payment, keyOf(request), centsOf(amount.value));
    if (!refund) return invalidField(reply, 'amount');
    const extra = { [refund.id]: JSON.stringify(metadata ?? null), ...payment.extra };
    tools.book.change(payment, { extra });
    return reply.code(201).send(presentRefund(payment, refund, addressesOf(tools, request, payment)));
  });
}
