import { ok } from '@heartline/contracts';
import { startCore } from '@heartline/testing';
import {
  createApp,
  createHttpServer,
  createIds,
  createLimits,
  createLogger,
  createMetrics,
  handle,
  readGatewayConfig,
  systemClock,
} from '@heartline/testing/bench-access';
import { benchGetUser, benchPostMessage } from '../bench-contracts.ts';
import { USER } from './http-bodies.ts';
import { announce, givenOptions } from './serve.ts';

/**
 * The HTTP side of a gateway with two calls that use no store. It has all that surrounds a use case, and nothing else:
 * origin, session, limit, validation, answer, metrics, log line.
 */
const options = givenOptions() as {
  mongoUrl: string;
  redisUrl: string;
  environment: Record<string, string>;
};
const { core, redis, stop } = await startCore(options);
const logger = createLogger({ level: 'info', service: 'bench' });
const config = readGatewayConfig(options.environment);
const calls = [benchGetUser, benchPostMessage];
const app = await createApp({
  core,
  config,
  logger,
  limits: createLimits({ redis, prefix: config.redisPrefix, logger }),
  metrics: createMetrics(),
  clock: systemClock,
  ids: createIds(),
  ready: [],
  httpServer: createHttpServer(),
  calls,
  routes: [
    handle(benchGetUser, async () => ok({ user: USER })),
    handle(benchPostMessage, async ({ input }) => ok(input)),
  ],
});
await app.listen({ host: '127.0.0.1', port: 0 });
announce((app.server.address() as { port: number }).port, stop);
