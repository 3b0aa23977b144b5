import type { FastifyInstance } from 'fastify';

/**
 * One line a request, by route pattern: no addresses, queries, bodies or cookies, which name people. Health checks
 * are left out.
 */
export function addRequestLog(app: FastifyInstance): void {
  // There is nothing to cut out of these lines, and looking would cost more than writing them.
  const lines = app.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: reqId } = request;
    const route = request.routeOptions.url ?? 'none';
    if (!route.startsWith('/health/')) {
      lines.info(
        { reqId, method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'request',
      );
    }
    done();
  });
}
