import { type FastifyInstance, fastify } from 'fastify';
import type { Registry } from 'prom-client';

/** One thing that must work for this worker to be of use. Rejects with the reason when it does not. */
export interface Check {
  name: string;
  check(): Promise<void>;
}

const CHECK_DEADLINE_MS = 2_000;

/** `/health/live`, `/health/ready` and `/metrics`, on a port of its own that is never public. */
export function createHealthServer(checks: readonly Check[], metrics: Registry): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  app.get('/health/live', async () => ({ ok: true }));
  app.get('/health/ready', async (_request, reply) => {
    const states = await Promise.all(checks.map(run));
    const ok = states.every(([, state]) => state === 'ok');
    return reply.code(ok ? 200 : 503).send({ ok, checks: Object.fromEntries(states) });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
  return app;
}

async function run({ name, check }: Check): Promise<[string, string]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_DEADLINE_MS);
  });
  try {
    await Promise.race([check(), late]);
    return [name, 'ok'];
  } catch (error) {
    return [name, error instanceof Error ? error.message : 'failed'];
  } finally {
    clearTimeout(timer);
  }
}
