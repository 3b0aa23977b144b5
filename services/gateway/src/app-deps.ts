import type { CallContract } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import type { Clock, Ids, Limits, ReadinessCheck } from '@heartline/platform';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { GatewayConfig } from './config.ts';
import type { CallHandler } from './http/call.ts';
import type { HttpServer } from './http/http-server.ts';

/** Dependencies of the HTTP side. Services build them in `main.ts`, tests with their own clock and engines. */
export interface AppDeps {
  core: Core;
  config: GatewayConfig;
  logger: FastifyBaseLogger;
  limits: Limits;
  metrics: Registry;
  clock: Clock;
  ids: Ids;
  ready: readonly ReadinessCheck[];
  /** The server that sockets share; without one the application makes its own, as tests without sockets do. */
  httpServer?: HttpServer;
  calls: readonly CallContract[];
  routes: readonly CallHandler[];
  /** True once this gateway is ending: connections that are kept for more calls end with their answer. */
  isDraining?(): boolean;
}
