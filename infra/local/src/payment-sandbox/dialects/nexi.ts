import { hash } from 'node:crypto';
import type { PaymentMethod } from '@heartline/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SandboxPayment } from '../book.ts';
import { type Dialect, type DialectTools, withForgedToken } from './dialect.ts';
import { numberOf, operationsOf, presentOrder } from './nexi.shapes.ts';

/** Services of the hosted page; without one it shows all that the terminal offers. */
const METHODS = { CARDS: 'creditcard', APPLEPAY: 'applepay' } as const satisfies Record<
  string,
  PaymentMethod
>;

const cents = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);
const currency = z.string().regex(/^[A-Z]{3}$/);

/** The body of `POST /orders/hpp`. */
const wishedOrder = z.strictObject({
  order: z.strictObject({
    // Newer terminals take 27 characters; the pretence is as strict as the older ones.
    orderId: z.string().regex(/^[\w#*+.:;=?[\]{|}-]{1,18}$/),
    amount: cents,
    currency,
    description: z.string().max(255),
    customField: z.string().max(255),
  }),
  paymentSession: z.strictObject({
    actionType: z.literal('PAY'),
    amount: cents,
    captureType: z.literal('IMPLICIT'),
    language: z.string().regex(/^[a-z]{3}$/),
    resultUrl: z.url(),
    cancelUrl: z.url(),
    notificationUrl: z.url(),
    paymentService: z.enum(['CARDS', 'APPLEPAY']).optional(),
  }),
});

const wishedRefund = z.strictObject({ amount: cents, currency, description: z.string().max(255) });

const time = z.iso.datetime().transform((text) => Date.parse(text));
const wishedList = z.strictObject({
  customField: z.string().optional(),
  fromTime: time,
  toTime: time.optional(),
  maxRecords: z.coerce.number().int().min(1).max(500).default(20),
});

type ById = { Params: { id: string } };

/** Nexi’s XPay, from its public reference (payment-api-v1, notification-api-v1), as far as the shop calls it. */
export const nexi: Dialect = {
  name: 'nexi',
  base: '/nexi',
  version: '/v1',
  keyOf: (headers) => (typeof headers['x-api-key'] === 'string' ? headers['x-api-key'] : undefined),
  failure: (status) => problemOf(status === 401 ? 'PS0040' : 'PS0000'),
  addApi(app, tools) {
    addOrders(app, tools);
    addList(app, tools);
    addRefunds(app, tools);
  },
  webhook({ payment, event, now, isForged }) {
    const operation = operationsOf(payment).at(-1) ?? { orderId: payment.id, operationResult: 'PENDING' };
    const securityToken = isForged ? 'forged' : securityTokenOf(payment);
    const body = { eventId: event.id, eventTime: new Date(now).toISOString(), securityToken, operation };
    return {
      url: isForged ? withForgedToken(payment.webhookUrl) : payment.webhookUrl,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    };
  },
};

/** The token that XPay gives at the opening and repeats in each notification. */
const securityTokenOf = ({ id }: SandboxPayment) => hash('sha256', `token ${id}`, 'hex').slice(0, 32);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function addOrders(app: FastifyInstance, tools: DialectTools): void {
  app.addHook('preHandler', async ({ headers }, reply) =>
    UUID.test(String(headers['correlation-id'])) ? undefined : refused(reply, 'PS0026'),
  );
  app.post('/orders/hpp', async (request, reply) => {
    const given = wishedOrder.safeParse(request.body);
    if (!given.success) return refused(reply, codeOf(given.error));
    const { order, paymentSession: session } = given.data;
    if (session.amount > order.amount) return refused(reply, 'PS0007');
    const payment = tools.open(request, order.orderId, {
      id: order.orderId,
      amountCents: order.amount,
      currency: order.currency,
      reference: order.customField,
      method: session.paymentService ? METHODS[session.paymentService] : 'nexi',
      description: order.description,
      statement: order.description,
      locale: session.language,
      returnUrl: session.resultUrl,
      webhookUrl: session.notificationUrl,
      expiresAt: null,
    });
    // An order id is used once: with another amount, or after a try of the payer, it is refused.
    if (payment.state !== 'open' || payment.amountCents !== order.amount) return refused(reply, 'PS0026');
    return { hostedPage: tools.pageOf(request, payment), securityToken: securityTokenOf(payment) };
  });
  app.get<ById>('/orders/:id', async (request, reply) => {
    const payment = tools.find(request, request.params.id);
    if (!payment) return reply.code(404).send();
    return { orderStatus: presentOrder(payment), operations: operationsOf(payment), links: [] };
  });
}

const ordersOf = (tools: DialectTools, request: FastifyRequest) =>
  tools.book.of({ account: tools.accountOf(request).name, dialect: 'nexi' });

/** Orders by their last operation, the newest first. */
function addList(app: FastifyInstance, tools: DialectTools): void {
  app.get('/orders', async (request, reply) => {
    const given = wishedList.safeParse(request.query);
    if (!given.success) return refused(reply, 'PS0010');
    const { customField, fromTime, toTime = tools.now(), maxRecords } = given.data;
    const orders = ordersOf(tools, request)
      .filter(({ reference }) => customField === undefined || reference === customField)
      .filter(({ createdAt }) => createdAt >= fromTime)
      .map(presentOrder)
      .filter(({ lastOperationTime }) => Date.parse(lastOperationTime) <= toTime)
      .toSorted((one, two) => two.lastOperationTime.localeCompare(one.lastOperationTime));
    return { orders: orders.slice(0, maxRecords) };
  });
}

function addRefunds(app: FastifyInstance, tools: DialectTools): void {
  app.post<ById>('/operations/:id/refunds', async (request, reply) => {
    const payment = ordersOf(tools, request).find((one) =>
      operationsOf(one).some(({ operationId }) => operationId === request.params.id),
    );
    const given = wishedRefund.safeParse(request.body);
    const key = request.headers['idempotency-key'];
    if (!payment) return reply.code(404).send();
    if (typeof key !== 'string') return refused(reply, 'PS0025');
    if (!given.success || given.data.currency !== payment.currency) return refused(reply, 'PS0009');
    const refund = tools.refund(payment, key, given.data.amount);
    if (!refund) return refused(reply, 'PS0029');
    return { operationId: numberOf(refund.id), operationTime: new Date(refund.at).toISOString() };
  });
}

/** The descriptions of XPay’s list of error codes. */
const PROBLEMS = {
  PS0000: 'Generic API error',
  PS0007: 'PaymentSession amount must be lower or equal to order amount',
  PS0009: 'Invalid requested currency',
  PS0010: 'Invalid requested date. The date must be in ISO8601 format',
  PS0025: 'The idempotency key is wrong or missing in the request.',
  PS0026: 'Invalid parameter',
  PS0029: 'The refundable amount must be equal or lower than the captured amount',
  PS0036: 'Invalid provided order amount. It must be numeric',
  PS0040: 'TenantId, MerchantId and TerminalId not found in JWT or Header Parameter',
} as const;

const problemOf = (code: keyof typeof PROBLEMS) => ({ errors: [{ code, description: PROBLEMS[code] }] });

const refused = (reply: FastifyReply, code: keyof typeof PROBLEMS): FastifyReply =>
  reply.code(400).send(problemOf(code));

function codeOf({ issues: [issue] }: z.ZodError): keyof typeof PROBLEMS {
  const field = issue?.path.at(-1);
  if (field === 'amount') return 'PS0036';
  return field === 'currency' ? 'PS0009' : 'PS0026';
}
