import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.ts';
import { sendRefusal } from '../http/answer.ts';

/**
 * Refuses calls with 503 while the average delay of the event loop in the last second is over `maxLoopDelayMs`. Clients
 * then retry at another gateway. 0 accepts every call.
 */
export async function addPressureGuard(
  app: FastifyInstance,
  { maxLoopDelayMs }: Pick<GatewayConfig, 'maxLoopDelayMs'>,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    exposeStatusRoute: false,
    pressureHandler: (request, reply) => {
      void reply.header('retry-after', '1');
      sendRefusal(reply, request.locale, { code: 'UNAVAILABLE' });
    },
  });
}
