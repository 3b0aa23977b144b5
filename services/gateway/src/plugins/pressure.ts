import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.ts';
import { sendRefusal } from '../http/answer.ts';

/**
 * A gateway that can't keep up says so at once, by the answer after which clients try again elsewhere: while its event
 * loop was late by more than `maxLoopDelayMs` on average of the last second. 0 takes every call.
 */
export async function addPressureGuard(
  app: FastifyInstance,
  { maxLoopDelayMs }: Pick<GatewayConfig, 'maxLoopDelayMs'>,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    exposeStatusRoute: false,
    pressureHandler: (request, reply) => {
      sendRefusal(reply, request.locale, { code: 'UNAVAILABLE' });
    },
  });
}
