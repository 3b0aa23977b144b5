import {
  bridgeDebitOrder,
  bridgeMandateOrder,
  bridgeOrder,
  bridgeRefundOrder,
  signWebhook,
} from '@heartline/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newId, type SandboxMandate, type SandboxPayment, type SandboxRefund, transferTo } from '../book.ts';
import { failureOf, isDebitable, payerOf } from '../payment-facts.ts';
import { bearerOf, type Dialect, type DialectTools } from './dialect.ts';

const PAGE_SIZE = 100;
const wishedList = z.strictObject({
  reference: z.string().optional(),
  from: z.coerce.number().default(0),
  to: z.coerce.number().default(Number.MAX_SAFE_INTEGER),
  after: z.string().optional(),
});

type ById = { Params: { id: string } };

/** The protocol of bridges, as infra/reference/payment-protocol.md describes it. */
export const bridge: Dialect = {
  name: 'bridge',
  base: '',
  version: '/v1',
  keyOf: bearerOf,
  failure: (status) => ({ error: status === 401 ? 'key' : 'unavailable' }),
  addApi(app, tools) {
    addCheckouts(app, tools);
    addLists(app, tools);
    addRefunds(app, tools);
    addDebits(app, tools);
    addDisputes(app, tools);
  },
  webhook({ payment, event, account, now, isForged }) {
    const body = Buffer.from(JSON.stringify({ id: event.id, payment: payment.id }));
    const secret = isForged ? 'forged' : account.webhookSecret;
    return {
      url: payment.webhookUrl,
      headers: { 'content-type': 'application/json', 'x-payment-signature': signWebhook(secret, body, now) },
      body,
    };
  },
};

function addCheckouts(app: FastifyInstance, tools: DialectTools): void {
  app.post('/payments', async (request, reply) => {
    const given = bridgeOrder.safeParse(request.body);
    const key = request.headers['idempotency-key'];
    if (!given.success || typeof key !== 'string') return reply.code(400).send({ error: 'order' });
    const { method, reference } = given.data;
    const transfer = method === 'sct' ? { transfer: transferTo(reference) } : {};
    const payment = tools.open(request, key, { ...given.data, ...transfer });
    const { expiresAt, currency, amountCents: cents } = payment;
    const to = payment.transfer && { ...payment.transfer, cents, currency, until: expiresAt };
    return { id: payment.id, expiresAt, redirect: tools.pageOf(request, payment), transfer: to ?? null };
  });
  app.get<ById>('/payments/:id', async (request, reply) => {
    const payment = tools.find(request, request.params.id);
    return payment ? present(payment) : unknown(reply);
  });
  app.post<ById>('/payments/:id/cancel', async (request, reply) => {
    const payment = tools.find(request, request.params.id);
    if (!payment) return unknown(reply);
    tools.close(payment);
    return present(payment);
  });
}

function addLists(app: FastifyInstance, { book, accountOf }: DialectTools): void {
  app.get('/payments', async (request, reply) => {
    const given = wishedList.safeParse(request.query);
    if (!given.success) return reply.code(400).send({ error: 'query' });
    const { reference, from, to, after } = given.data;
    const found = book
      .of({ account: accountOf(request).name, dialect: 'bridge' })
      .filter((one) => reference === undefined || one.reference === reference)
      .filter(({ createdAt }) => createdAt >= from && createdAt < to);
    const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
    const shown = found.slice(start, start + PAGE_SIZE);
    const isLast = start + PAGE_SIZE >= found.length;
    return { payments: shown.map(present), next: isLast ? null : shown.at(-1)?.id };
  });
}

/** Money back, begun once under the shop’s key. */
function addRefunds(app: FastifyInstance, tools: DialectTools): void {
  app.post<ById>('/payments/:id/refunds', async (request, reply) => {
    const payment = tools.find(request, request.params.id);
    const given = bridgeRefundOrder.safeParse(request.body);
    const key = request.headers['idempotency-key'];
    if (!payment) return unknown(reply);
    if (!given.success || typeof key !== 'string') return reply.code(400).send({ error: 'order' });
    const refund = tools.refund(payment, key, given.data.amountCents);
    return refund ? presentRefund(refund) : reply.code(422).send({ error: 'amount' });
  });
}

/** Mandates and debits under them. */
function addDebits(app: FastifyInstance, tools: DialectTools): void {
  const { book } = tools;
  const ownerOf = (request: FastifyRequest) =>
    ({ dialect: 'bridge', account: tools.accountOf(request).name }) as const;
  app.post('/mandates', async (request, reply) => {
    const given = bridgeMandateOrder.safeParse(request.body);
    const key = request.headers['idempotency-key'];
    if (!given.success || typeof key !== 'string') return reply.code(400).send({ error: 'order' });
    const { reference, debtor } = given.data;
    if (!isDebitable(debtor.iban)) return reply.code(422).send({ error: 'iban' });
    const { holder, iban } = debtor;
    return presentMandate(
      book.register(ownerOf(request), key, { id: newId('mdt'), reference, holder, iban }),
    );
  });
  app.post<ById>('/mandates/:id/revoke', async (request, reply) => {
    const mandate = book.mandate(ownerOf(request), request.params.id);
    if (!mandate) return unknown(reply);
    book.revoke(mandate);
    return presentMandate(mandate);
  });
  app.post('/debits', async (request, reply) => {
    const given = bridgeDebitOrder.safeParse(request.body);
    const key = request.headers['idempotency-key'];
    if (!given.success || typeof key !== 'string') return reply.code(400).send({ error: 'order' });
    const { mandate: id, collectOn, ...order } = given.data;
    const mandate = book.mandate(ownerOf(request), id);
    if (!mandate || mandate.isRevoked) return reply.code(422).send({ error: 'closed' });
    return { id: tools.debit(request, key, { ...order, mandate, collectOn }).id };
  });
}

const presentMandate = ({ id, reference }: SandboxMandate) => ({ id, reference });

const wishedDisputes = z.strictObject({ since: z.coerce.number(), after: z.string().optional() });

/** Disputes that began or changed since a time, of payments of any age. */
function addDisputes(app: FastifyInstance, { book, accountOf }: DialectTools): void {
  app.get('/disputes', async (request, reply) => {
    const given = wishedDisputes.safeParse(request.query);
    if (!given.success) return reply.code(400).send({ error: 'query' });
    const { since, after } = given.data;
    const found = book
      .of({ account: accountOf(request).name, dialect: 'bridge' })
      .flatMap((payment) => disputesOf(payment).map((one) => ({ ...one, payment: payment.id })))
      .filter(({ at }) => at >= since);
    const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
    const disputes = found.slice(start, start + PAGE_SIZE);
    const isLast = start + PAGE_SIZE >= found.length;
    return { disputes, next: isLast ? null : disputes.at(-1)?.id };
  });
}

const disputesOf = ({ disputes }: SandboxPayment) =>
  disputes.map(({ cents, ...dispute }) => ({ ...dispute, amountCents: cents }));

function present(payment: SandboxPayment) {
  const { id, reference, state, amountCents, receivedCents, currency, createdAt, expiresAt } = payment;
  return {
    id,
    reference,
    state,
    amountCents,
    receivedCents,
    currency,
    createdAt,
    expiresAt,
    refunds: payment.refunds.map(presentRefund),
    disputes: disputesOf(payment),
    failure: failureOf(payment),
    payer: payerOf(payment),
  };
}

const presentRefund = ({ id, key, amountCents, state }: SandboxRefund) => ({ id, key, amountCents, state });

function unknown(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ error: 'unknown' });
}
