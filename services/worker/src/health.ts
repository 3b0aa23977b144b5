import { type ReadinessCheck, runChecks } from '@heartline/platform';
import { type FastifyInstance, fastify } from 'fastify';
import type { Registry } from 'prom-client';

/** `/health/live`, `/health/ready` and `/metrics`, on a port of its own that is never public. */
export function createHealthServer(checks: readonly ReadinessCheck[], metrics: Registry): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  app.get('/health/live', async () => ({ ok: true }));
  app.get('/health/ready', async (_request, reply) => {
    const state = await runChecks(checks);
    return reply.code(state.ok ? 200 : 503).send(state);
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
  return app;
}
