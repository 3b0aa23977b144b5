import { matchHandlers } from '@heartline/contracts/registry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import type { CallHandler } from '../http/call.ts';
import { addPictureParser } from '../http/picture-body.ts';
import { runCall } from '../http/run-call.ts';
import { addRawParser } from './bodies.ts';

/** Registers every call. Calls on one path that `when` tells apart share a route; the one that asks most goes first. */
export function addCalls(app: FastifyInstance, deps: AppDeps): void {
  matchHandlers('calls', deps.calls, deps.routes);
  const byRoute = new Map<string, CallHandler[]>();
  for (const handler of deps.routes) {
    const route = `${handler.contract.method} ${handler.contract.path}`;
    byRoute.set(route, [...(byRoute.get(route) ?? []), handler]);
  }
  for (const handlers of byRoute.values()) {
    const body = handlers.find(({ contract }) => contract.body !== undefined)?.contract.body;
    if (body === undefined) addRoute(app, deps, handlers);
    // In a scope of its own, so that no other call takes such a body.
    else
      void app.register(async (scope) => {
        PARSERS[body](scope);
        addRoute(scope, deps, handlers);
      });
  }
}

const PARSERS = { picture: addPictureParser, raw: addRawParser } as const;

function addRoute(app: FastifyInstance, deps: AppDeps, handlers: CallHandler[]): void {
  const mostSpecific = handlers
    .map((handler) => ({ handler, demands: Object.entries(handler.contract.when ?? {}) }))
    .toSorted((a, b) => b.demands.length - a.demands.length);
  const [first] = handlers;
  if (!first) return;
  app.route({
    method: first.contract.method,
    url: first.contract.path,
    exposeHeadRoute: false,
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const query = request.query as Record<string, unknown>;
      const found = mostSpecific.find(({ demands }) =>
        demands.every(([name, value]) => query[name] === value),
      );
      if (!found) return reply.callNotFound();
      return runCall(deps, found.handler, request, reply);
    },
  });
}
