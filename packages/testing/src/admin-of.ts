import { tmpdir } from 'node:os';
import { runAdmin } from '@heartline/admin';
import { createVapidKeys } from '@heartline/platform';
import type { WorldHere } from './start-world.ts';

/** Output, error output and exit code of one command. */
interface Ran {
  code: number;
  out: string;
  err: string;
}

const vapid = createVapidKeys();

/** The environment that `npm run admin` needs for the databases of this world, as an operator named Olga. */
export function adminEnvironment(
  world: Pick<WorldHere, 'mongo' | 'redis' | 'names'>,
): Record<string, string> {
  return {
    NODE_MODE: 'test',
    PUBLIC_ORIGIN: 'http://a.localhost',
    MONGODB_URL: world.mongo.url,
    REDIS_URL: world.redis.url,
    MONGODB_DATABASE: world.names.database,
    REDIS_PREFIX: world.names.prefix,
    MEDIA_DIR: tmpdir(),
    MEDIA_SECRET: 'm'.repeat(32),
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    VAPID_SUBJECT: 'mailto:support@localhost',
    PAYMENT_URL: 'http://127.0.0.1:1',
    PAYMENT_KEY: 'key',
    PAYMENT_WEBHOOK_SECRET: 'w'.repeat(32),
    LOG_LEVEL: 'silent',
    OPERATOR: 'olga',
  };
}

/** Runs `npm run admin` as Olga; `beside` overrides settings. */
export function adminOf(
  world: Parameters<typeof adminEnvironment>[0],
  beside: Record<string, string> = {},
): (...args: string[]) => Promise<Ran> {
  const environment = { ...adminEnvironment(world), ...beside };
  return async (...args) => {
    let out = '';
    let err = '';
    const code = await runAdmin(args, {
      environment,
      stateFile: '/nowhere/running.json',
      write: (text) => void (out += text),
      writeError: (text) => void (err += text),
    });
    return { code, out, err };
  };
}
