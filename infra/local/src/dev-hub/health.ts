import type { DevHubOptions } from './dev-hub-options.ts';

/** One part of the house and how it is. */
export interface PartHealth {
  name: string;
  ok: boolean;
  /** A description, or the problem. */
  words: string;
}

const DEADLINE_MS = 2_500;

/** Checks the health of each part now. */
export async function healthOf({ stack, engines, store, stubs }: DevHubOptions): Promise<PartHealth[]> {
  const services = [...stack.gateways, ...stack.workers].map(({ name, address }) =>
    serviceHealth(name, address),
  );
  const asked = await Promise.all([
    ...services,
    engineHealth('MongoDB', engines.mongo.description, async () => {
      await store.mongo.connection.db?.admin().ping();
    }),
    engineHealth('Redis', engines.redis.description, async () => {
      await store.redis.ping();
    }),
  ]);
  return [
    ...asked,
    { name: 'mail server', ok: true, words: stubs.mailbox.smtpUrl },
    { name: 'push service', ok: true, words: stubs.push.origin },
    { name: 'payment provider', ok: true, words: stubs.payments.origin },
  ];
}

async function serviceHealth(name: string, address: string): Promise<PartHealth> {
  const label = name.length === 1 ? `gateway ${name}` : name;
  try {
    const response = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(DEADLINE_MS) });
    const { checks } = (await response.json()) as { checks: Record<string, string> };
    const bad = Object.entries(checks).filter(([, state]) => state !== 'ok');
    const words = bad.length > 0 ? bad.map(([part, state]) => `${part}: ${state}`).join(', ') : address;
    return { name: label, ok: response.ok, words };
  } catch {
    return { name: label, ok: false, words: 'does not answer' };
  }
}

async function engineHealth(
  name: string,
  description: string,
  ask: () => Promise<void>,
): Promise<PartHealth> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no answer')), DEADLINE_MS).unref();
  });
  const ok = await Promise.race([ask(), late]).then(
    () => true,
    () => false,
  );
  return { name, ok, words: ok ? description : 'does not answer' };
}
