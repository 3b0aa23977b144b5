import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { newId, type SandboxPayment } from '../../book.ts';
import type { DialectTools } from '../dialect.ts';
import { type FormValue, nestedForm } from './nested-form.ts';
import { intentIdOf, sessionIdOf, statusOf } from './objects.ts';
import type { Refusal, wishedRows } from './requests.ts';

type Wish = z.infer<typeof wishedRows>;

/** A payment of the request’s account. A declined one ends with its session too. */
export function find(tools: DialectTools, request: FastifyRequest, id: string): SandboxPayment | undefined {
  const payment = tools.find(request, id);
  if (!payment) return undefined;
  const isOver = statusOf(payment) === 'open' && Number(payment.expiresAt) <= tools.now();
  if (isOver) tools.book.change(payment, { state: 'expired' });
  return payment;
}

/** A payment of the request’s account by its intent: that of a session, or a debit itself. */
export const findByIntent = (tools: DialectTools, request: FastifyRequest, id: string) =>
  find(tools, request, id) ?? find(tools, request, sessionIdOf(id));

/** Payments of the request’s account, the newest first. */
export function paymentsOf(tools: DialectTools, request: FastifyRequest): SandboxPayment[] {
  return tools.book
    .of({ account: tools.accountOf(request).name, dialect: 'stripe' })
    .toReversed()
    .flatMap(({ id }) => find(tools, request, id) ?? []);
}

export const isOfIntent =
  ({ payment_intent }: Wish) =>
  (payment: SandboxPayment): boolean =>
    payment_intent === undefined || intentIdOf(payment) === payment_intent;

export const isWithin =
  (wish: Wish) =>
  (payment: SandboxPayment): boolean => {
    const created = Math.floor(payment.createdAt / 1_000);
    return isOfIntent(wish)(payment) && created >= wish.created.gte && created < wish.created.lt;
  };

/** One page of a list. */
export function listOf<T extends { id: string }>(rows: readonly T[], wish: Wish, url: string) {
  const start = rows.findIndex(({ id }) => id === wish.starting_after) + 1;
  const data = rows.slice(start, start + wish.limit);
  return { object: 'list', data, has_more: start + wish.limit < rows.length, url };
}

/** Reads a form or a query; undefined after a refusal was sent. */
export function read<T>(schema: z.ZodType<T>, form: unknown, reply: FastifyReply): T | undefined {
  const nested: FormValue = nestedForm((form ?? {}) as Record<string, string>);
  const given = schema.safeParse(nested);
  if (given.success) return given.data;
  const [issue] = given.error.issues;
  refuse(reply, { param: issue?.path.join('.') ?? '', message: issue?.message ?? '' });
  return undefined;
}

/** The idempotency key. The SDK always sends one. */
export const keyOf = ({ headers }: FastifyRequest): string =>
  String(headers['idempotency-key'] ?? newId('key'));

export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply.code(400).send({ error: { type: 'invalid_request_error', ...refusal } });
}

export function missing(reply: FastifyReply, what: string): FastifyReply {
  const error = { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` };
  return reply.code(404).send({ error });
}

export function otherParameters(reply: FastifyReply): FastifyReply {
  const message = 'Keys for idempotent requests can only be used with the same parameters.';
  return reply.code(400).send({ error: { type: 'idempotency_error', message } });
}
