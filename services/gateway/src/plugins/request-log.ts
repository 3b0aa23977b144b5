import type { FastifyInstance } from 'fastify';
import { routeName } from '../http/route-name.ts';

/** Route patterns of files: the web app and pictures. */
const FILES: ReadonlySet<string> = new Set(['/*', '/media/*', '/campaign-media/*']);

/**
 * One line a request, by the name of its route: no addresses, queries, bodies or cookies, which name people. Health checks
 * are left out, and files that were served are for `debug`: each first page brings sixty of them.
 */
export function addRequestLog(app: FastifyInstance): void {
  // There is nothing to cut out of these lines, and looking would cost more than writing them.
  const lines = app.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: reqId } = request;
    const route = routeName(request);
    if (!route.startsWith('/health/')) {
      const status = reply.statusCode;
      const level = FILES.has(route) && status < 400 ? 'debug' : 'info';
      lines[level]({ reqId, method, route, status, ms: Math.round(reply.elapsedTime) }, 'request');
    }
    done();
  });
}
