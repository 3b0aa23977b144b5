import {
  type Environment,
  formerNameNotices,
  origins,
  port,
  readConfig,
  sharedConfig,
  sharedSettings,
  wholeNumber,
} from '@heartline/platform';
import { z } from 'zod';

/** Every setting of the gateway. Descriptions say what to do, and become the reference page. */
export const gatewaySchema = z.object({
  PORT: port.default(3000).describe('Port that HTTP and sockets listen on; 0 takes a free one.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 in a container.'),
  METRICS_PORT: port
    .optional()
    .describe('Port of /metrics for Prometheus, never public; unset: no metrics page.'),
  ALLOWED_ORIGINS: origins.describe('More origins whose pages may call, separated by commas.'),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 5)
    .default(0)
    .describe('How many proxies of yours stand in front. 0: X-Forwarded-For is ignored.'),
  SOCKET_BUFFER_KB: wholeNumber(16, 65_536)
    .default(256)
    .describe('What may wait for one socket that reads too slowly, in KiB; beyond it the socket is cut off.'),
  PRE_AUTH_PER_ADDRESS: wholeNumber(1, 1_000_000)
    .default(200)
    .describe('Connections of one address that may be on their way in at once, before a member is let in.')
    .meta({ formerName: 'WAITING_PER_ADDRESS' }),
  SOCKETS_PER_MEMBER: wholeNumber(1, 1_000_000)
    .default(100)
    .describe(
      'Sockets of one member that a gateway holds: tabs and devices. Those beyond work without live events.',
    ),
  DEVICES_PER_MEMBER: wholeNumber(1, 1_000_000)
    .default(5)
    .describe(
      'As many events as so many sockets may send are taken of all sockets of a member together: nobody writes on more devices at once, and who opens more floods nobody with more.',
    ),
  DRAIN_SECONDS: wholeNumber(0, 300)
    .default(15)
    .describe('How long a gateway that is told to end lets its sockets move to others; 0 closes at once.'),
  MAX_LOOP_DELAY_MS: wholeNumber(0, 60_000)
    .default(2_000)
    .describe(
      'A gateway whose event loop is later than this, in ms and on average of a second, can’t keep up: it answers calls of the next second with UNAVAILABLE, so that clients try again. 0 takes every call.',
    ),
  WEB_DIR: z
    .string()
    .optional()
    .describe('Folder of the built web app (apps/web/dist). Unset: only the API is served.'),
  ...sharedSettings,
});

/** The gateway’s configuration, parsed, with secrets apart. */
export type GatewayConfig = ReturnType<typeof readGatewayConfig>;

/** Reads the configuration. Throws `ConfigError` naming every problem and its fix. */
export function readGatewayConfig(environment: Environment = process.env) {
  const read = readConfig(gatewaySchema, environment);
  return Object.freeze({
    ...sharedConfig(read, formerNameNotices(gatewaySchema, environment)),
    host: read.HOST,
    port: read.PORT,
    metricsPort: read.METRICS_PORT,
    allowedOrigins: new Set([read.PUBLIC_ORIGIN, ...read.ALLOWED_ORIGINS]),
    trustedProxyHops: read.TRUSTED_PROXY_HOPS,
    socketBufferBytes: read.SOCKET_BUFFER_KB * 1_024,
    preAuthPerAddress: read.PRE_AUTH_PER_ADDRESS,
    socketsPerMember: read.SOCKETS_PER_MEMBER,
    devicesPerMember: read.DEVICES_PER_MEMBER,
    drainMs: read.DRAIN_SECONDS * 1_000,
    maxLoopDelayMs: read.MAX_LOOP_DELAY_MS,
    webDir: read.WEB_DIR,
  });
}
