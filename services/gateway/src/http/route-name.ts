import type { FastifyRequest } from 'fastify';

/**
 * The name of a request in logs and metrics: its route pattern, `page` for a page of the app, or `none`. It is never the address itself, which contains ids of people and is unbounded.
 */
export function routeName(request: FastifyRequest): string {
  return request.isPage ? 'page' : (request.routeOptions.url ?? 'none');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** It was answered with the app, which routes by itself. */
    isPage: boolean;
  }
}
