import { type ReadinessCheck, runChecks } from '@heartline/platform';
import type { FastifyInstance } from 'fastify';

/** `/health/live`: the process answers. `/health/ready`: each named part works, within 2 s. */
export function addHealth(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  );
  app.get('/health/ready', async (_request, reply) => {
    const state = await runChecks(checks);
    return reply
      .code(state.ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(state);
  });
}
