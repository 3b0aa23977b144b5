import type { FastifyInstance } from 'fastify';

/** One thing that must work before this gateway takes visitors. Rejects with the reason when it does not. */
export interface ReadinessCheck {
  name: string;
  check(): Promise<void>;
}

const CHECK_DEADLINE_MS = 2_000;

/** `/health/live`: the process answers. `/health/ready`: each named part works, within 2 s. */
export function addHealth(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  );
  app.get('/health/ready', async (_request, reply) => {
    const results = await Promise.all(checks.map(runCheck));
    const ok = results.every((result) => result.state === 'ok');
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok, checks: Object.fromEntries(results.map(({ name, state }) => [name, state])) });
  });
}

async function runCheck({ name, check }: ReadinessCheck): Promise<{ name: string; state: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_DEADLINE_MS);
  });
  try {
    await Promise.race([check(), late]);
    return { name, state: 'ok' };
  } catch (error) {
    return { name, state: error instanceof Error ? error.message : 'failed' };
  } finally {
    clearTimeout(timer);
  }
}
