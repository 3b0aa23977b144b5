import type { FastifyRequest } from 'fastify';

/**
 * What logs and figures call a request: the pattern of its route, `page` where the app was opened, whatever its address,
 * and `none` where nothing is. Never an address: addresses name people, and there is no end of them.
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
