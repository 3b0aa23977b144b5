import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './page-address.ts';

/** Browsers cache a redirect for an hour only: an operator may change the default language. */
const REDIRECT_CACHED = 'public, max-age=3600';

/** Redirects to the one address of a page, with the query of the request. */
export function sendMoved(
  request: FastifyRequest,
  reply: FastifyReply,
  to: string,
  cached = REDIRECT_CACHED,
): FastifyReply {
  const query = request.url.slice(pathOf(request).length);
  return reply.header('cache-control', cached).redirect(`${to}${query}`, 301);
}
