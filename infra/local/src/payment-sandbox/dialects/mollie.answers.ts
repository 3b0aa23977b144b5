import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { newId, type SandboxPayment } from '../book.ts';
import type { DialectTools } from './dialect.ts';
import { DOCUMENTATION, linkTo, type MollieAddresses, problemOf } from './mollie.shapes.ts';

export const apiOf = ({ headers }: FastifyRequest) => `http://${headers.host ?? '127.0.0.1'}/mollie/v2`;

export const fingerprint = (body: unknown) => hash('sha256', JSON.stringify(body), 'hex');

/** Without a key, each request opens another payment. */
export function keyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : newId('unkeyed');
}

/** A page of a list as Mollie answers it. */
export function listOf(
  embedded: Record<string, object[]>,
  links: { self: string; next?: string | undefined },
) {
  return {
    count: Object.values(embedded).flat().length,
    _embedded: embedded,
    _links: {
      self: linkTo(links.self),
      previous: null,
      next: links.next === undefined ? null : linkTo(links.next),
      documentation: DOCUMENTATION,
    },
  };
}

export function invalid(reply: FastifyReply, error: z.ZodError): FastifyReply {
  const [issue] = error.issues;
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  return invalidField(reply, [...(issue?.path ?? []), ...keys].join('.'));
}

export const invalidField = (reply: FastifyReply, field: string): FastifyReply =>
  reply.code(422).send(problemOf(422, 'Unprocessable Entity', `The '${field}' field is invalid`, field));

export const refused = (reply: FastifyReply, detail: string): FastifyReply =>
  reply.code(422).send(problemOf(422, 'Unprocessable Entity', detail));

export const keyReused = (reply: FastifyReply): FastifyReply =>
  reply
    .code(400)
    .send(problemOf(400, 'Bad Request', 'The idempotency key was used for a request with other parameters'));

export const unknown = (reply: FastifyReply): FastifyReply =>
  reply.code(404).send(problemOf(404, 'Not Found', 'No payment exists with this token'));

export const addressesOf = (
  tools: DialectTools,
  request: FastifyRequest,
  payment: SandboxPayment,
): MollieAddresses => ({
  api: apiOf(request),
  page: tools.pageOf(request, payment),
});
