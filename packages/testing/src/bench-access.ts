/**
 * The parts of the system that load tests and benchmarks need. They may import only contracts and this package, so
 * this list names everything deeper.
 */
export { INDEXES } from '@heartline/core';
export {
  attachMembers,
  createApp,
  createHttpServer,
  createLive,
  gatewaySchema,
  handle,
  handleEvent,
  readGatewayConfig,
} from '@heartline/gateway';
export { type Purpose, startMongo, startRedis } from '@heartline/local/engines';
export { freePort } from '@heartline/local/free-port';
export { ensureK6 } from '@heartline/local/go-tools';
export { temporaryData } from '@heartline/local/temporary-data';
export {
  connectRedis,
  createIds,
  createLimits,
  createLogger,
  createMetrics,
  createPasswords,
  createPicturePress,
  createPresence,
  createPublisher,
  createStorage,
  createVapidKeys,
  createVersions,
  DURABLE,
  type Mongo,
  PRESS_LIMITS,
  rooms,
  subscribed,
  systemClock,
} from '@heartline/platform';
export { workerSchema } from '@heartline/worker';
export { default as sharp } from 'sharp';
export { readOptions } from './read-options.ts';
