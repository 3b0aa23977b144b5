import type { ConnectOptions, Limits, Logger } from '@heartline/platform';
import type { Registry } from 'prom-client';
import type { GatewayConfig } from '../config.ts';
import type { HttpServer } from '../http/http-server.ts';
import { lookUp, type SocketLookUp } from '../http/session.ts';
import { createDrain } from './drain.ts';
import { createLive } from './live.ts';
import { createLiveMeters } from './live-meters.ts';
import { addressOf, createPreAuthLimit } from './pre-auth-limit.ts';

/** Creates the sockets of a gateway, with the rules for admission, limits and draining. */
export function createSocketServer(options: {
  config: GatewayConfig;
  httpServer: HttpServer;
  metrics: Registry;
  logger: Logger;
}) {
  const { config, httpServer, metrics, logger } = options;
  const meters = createLiveMeters(metrics);
  const drain = createDrain();
  const preAuth = createPreAuthLimit(httpServer.server, {
    perAddress: config.preAuthPerAddress,
    trustedProxyHops: config.trustedProxyHops,
    onRefused: () => meters.refused.inc({ reason: 'address' }),
  });
  const live: NonNullable<ConnectOptions['live']> = (engines, now) => {
    const io = createLive({
      http: httpServer.server,
      redis: engines.live,
      prefix: config.redisPrefix,
      allowedOrigins: config.allowedOrigins,
      logger,
      now,
      mayEnter(request) {
        if (!drain.isOn()) return preAuth.enter(request);
        meters.refused.inc({ reason: 'ending' });
        return false;
      },
      slowReaders: {
        maxWaitingBytes: config.socketBufferBytes,
        onCut(waitingBytes) {
          meters.slowReaders.inc();
          logger.warn({ waitingBytes }, 'a socket that reads too slowly is cut off; its client will fetch');
        },
      },
    });
    // `attachMembers` reports members; other namespaces, such as that of operators, report here.
    io.on('new_namespace', (namespace) => {
      namespace.on('connection', (socket) => preAuth.leave(socket.request));
    });
    return io;
  };
  const perMember = {
    most: config.socketsPerMember,
    onRefused: () => meters.refused.inc({ reason: 'member' }),
  };
  return { drain, preAuth, meters, perMember, live };
}

/** Creates the session look-up of sockets, counted by the address the proxies report. */
export function createSocketLookUp(deps: { limits: Limits; config: GatewayConfig }): SocketLookUp {
  const { trustedProxyHops } = deps.config;
  return (request, find) => lookUp(deps, addressOf(request, trustedProxyHops), find);
}
