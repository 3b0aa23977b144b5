import { homedir } from 'node:os';
import { z } from 'zod';

/** Of the nodes of a cluster the first has the scheme that is meant for all. */
const hasPlace = (node: string, index: number) =>
  Boolean(URL.parse(index === 0 ? node : `redis://${node}`)?.hostname);

/** The settings of engines and tools that are not of a service: what `npm start` and the tests are given. */
export const engineSchema = z.object({
  XDG_CACHE_HOME: z
    .string()
    .startsWith('/', 'must be an absolute path')
    .optional()
    .describe('Where `heartline/` with tools and engines is kept; `~/.cache` unless said.'),
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/[^\s/]/, 'must start with mongodb:// or mongodb+srv:// and a host')
    .optional()
    .describe('Your MongoDB. Unset: one is found or fetched, and runs here.')
    .meta({ secret: true }),
  REDIS_URL: z
    .string()
    .regex(/^rediss?(\+cluster)?:\/\//, {
      error: 'must start with redis://, rediss:// or redis+cluster://',
      abort: true,
    })
    .refine((url) => url.split(',').every(hasPlace), 'must name hosts, with ports from 1 to 65535')
    .optional()
    .describe('Your Redis 7 or Valkey, or a cluster of them. Unset: one is found or fetched, and runs here.')
    .meta({ secret: true }),
  CHROMIUM_PATH: z
    .string()
    .optional()
    .describe(
      'Browser of tests and benchmarks. Unset: one on PATH, or Debian’s, which root alone can install.',
    ),
});

/**
 * Reads the settings of databases and tools. An empty variable counts as not set.
 * Throws an error that lists every variable with a wrong value.
 */
export function readEngineConfig(environment: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = engineSchema.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Error(`The environment does not describe the engines: ${problems.join('; ')}`);
  }
  const { XDG_CACHE_HOME, MONGODB_URL, REDIS_URL, CHROMIUM_PATH } = parsed.data;
  return Object.freeze({
    cacheHome: XDG_CACHE_HOME ?? `${homedir()}/.cache`,
    ...(MONGODB_URL && { mongodbUrl: MONGODB_URL }),
    ...(REDIS_URL && { redisUrl: REDIS_URL }),
    ...(CHROMIUM_PATH && { chromiumPath: CHROMIUM_PATH }),
  });
}

export type EngineConfig = ReturnType<typeof readEngineConfig>;
