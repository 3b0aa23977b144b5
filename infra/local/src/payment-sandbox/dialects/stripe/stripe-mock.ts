import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestCheck } from '../../request-check.ts';

/** stripe-mock wants a test key, and takes any. */
const TEST_KEY = 'sk_test_123';

/** Passes every request through stripe-mock first. A request that it refuses is answered with its words. */
export function checkByStripeMock(
  app: FastifyInstance,
  { base, check: { address, refused } }: { base: string; check: RequestCheck },
): void {
  app.addHook('preHandler', async (request, reply) => {
    const path = request.url.slice(base.length);
    const answer = await fetch(`${await address()}${path}`, passedOn(request));
    const words = await answer.text();
    if (answer.ok) return undefined;
    refused(`stripe-mock refused ${request.method} ${path}: ${answer.status} ${words}`);
    return reply.code(answer.status).type('application/json').send(words);
  });
}

function passedOn({ method, headers, body }: FastifyRequest): RequestInit {
  const form = new URLSearchParams(body as Record<string, string> | undefined).toString();
  return {
    method,
    headers: {
      authorization: `Bearer ${TEST_KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
      'stripe-version': String(headers['stripe-version']),
    },
    ...(method === 'POST' && { body: form }),
  };
}
