import type { Core, SessionInfo } from '@heartline/core';
import type { FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from './cookies.ts';

/** The session that the cookie of a request opens, in whatever state its account is; undefined without one. */
export async function sessionOf(core: Core, request: FastifyRequest): Promise<SessionInfo | undefined> {
  const secret = request.cookies[SESSION_COOKIE];
  return secret ? core.accounts.authenticate(secret) : undefined;
}

/** Whether the page that asks was loaded for the member of this session, or does not say for whom. */
export function isMeant({ member }: SessionInfo, { headers }: FastifyRequest): boolean {
  const meant = headers['x-member'];
  return meant === undefined || meant === member;
}
