import { createServer } from 'node:http';
import { ok } from '@heartline/contracts';
import { startCore } from '@heartline/testing';
import {
  attachMembers,
  connectRedis,
  createLive,
  createLogger,
  createPresence,
  createPublisher,
  createVersions,
  gatewaySchema,
  handleEvent,
  rooms,
  subscribed,
} from '@heartline/testing/bench-access';
import { benchEcho, benchRelay, benchRelayed } from '../bench-contracts.ts';
import { answerTo, givenOptions, inUse, report, serve } from './serve.ts';

/**
 * The sockets of a gateway, set up as in `services/gateway`, with two more events that use no store. The server echoes
 * one of them and relays the other to another member.
 */
const options = givenOptions() as {
  mongoUrl: string;
  redisUrl: string;
  origin: string;
  /** `local`: events never leave this process. It is the baseline for two nodes. */
  relay?: 'published' | 'local';
};
const logger = createLogger({ level: 'error', service: 'bench' });
const prefix = 'heartline';
const redisNamed = (name: string) => connectRedis({ url: options.redisUrl, logger, name });
const [{ core, redis, stop }, live] = await Promise.all([startCore(options), redisNamed('live')]);
const http = createServer();
const io = createLive({
  http,
  redis: live,
  prefix,
  allowedOrigins: new Set([options.origin]),
  logger,
  now: Date.now,
  slowReaders: {
    maxWaitingBytes: gatewaySchema.shape.SOCKET_BUFFER_KB.parse(undefined) * 1_024,
    onCut: (cutWaiting) => report({ cutWaiting }),
  },
});
const presence = createPresence(redis, prefix);
const publisher = createPublisher({
  io,
  versions: createVersions(live, prefix),
  prefix,
  logger,
  now: Date.now,
});

const handlers = [
  handleEvent(benchEcho, async ({ input }) => ok(input)),
  handleEvent(benchRelay, async ({ input: { clientId, profile, text } }) => {
    if (options.relay === 'local') {
      const payload = { version: { epoch: 'bench', n: 1 }, clientId, text };
      io.local.to(rooms.user(profile)).emit(benchRelayed.name, payload);
    } else void publisher.durable(profile, benchRelayed, { clientId, text });
    return ok({});
  }),
];
attachMembers(io, {
  core,
  presence,
  publisher,
  logger,
  now: Date.now,
  subscribed: () => subscribed(live),
  redisReady: () => true,
  devices: gatewaySchema.shape.DEVICES_PER_MEMBER.parse(undefined),
  lookUp: async (_request, find) => ok(await find()),
  handlers,
});
answerTo('in use', inUse);
serve(http, stop);
