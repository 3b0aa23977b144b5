import type { FastifyInstance } from 'fastify';

/**
 * One line a request, by route pattern: no addresses, queries, bodies or cookies, which name people. Health checks
 * are left out.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    if (route.startsWith('/health/')) return;
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
}
