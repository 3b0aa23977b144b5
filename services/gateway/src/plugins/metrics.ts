import { listening } from '@heartline/platform';
import type { FastifyInstance } from 'fastify';
import { fastify } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { routeName } from '../http/route-name.ts';

/** Measures every request by the name of its route and status, never by address: addresses name people. */
export function addHttpMetrics(app: FastifyInstance, metrics: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [metrics],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeName(request);
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
}

/** A server of its own for Prometheus, on a port that is never public; without a port there is none. */
export async function serveMetrics(
  metrics: Registry,
  host: string,
  port: number | undefined,
): Promise<{ close(): Promise<void> }> {
  if (port === undefined) return { close: async () => undefined };
  const server = fastify({ logger: false });
  server.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
  await listening((at) => server.listen(at), { host, port, name: 'METRICS_PORT' });
  return server;
}
