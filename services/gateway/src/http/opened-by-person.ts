import type { FastifyRequest } from 'fastify';
import { pathOf } from './page-address.ts';

/** A browser shows the answer as a page. Anything else asks for a file or a call, which it expects as it is. */
export function isOpenedByPerson(request: FastifyRequest): boolean {
  const wantsHtml = request.headers.accept?.includes('text/html') ?? false;
  return wantsHtml && !/^\/(api|media|health|assets)\//.test(pathOf(request));
}
