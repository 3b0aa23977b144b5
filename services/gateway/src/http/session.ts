import type { Core, SessionInfo } from '@heartline/core';
import type { FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from './cookies.ts';

/** The session that the cookie of a request opens, in whatever state its account is; undefined without one. */
export async function sessionOf(core: Core, request: FastifyRequest): Promise<SessionInfo | undefined> {
  const secret = request.cookies[SESSION_COOKIE];
  return secret ? core.accounts.authenticate(secret) : undefined;
}
