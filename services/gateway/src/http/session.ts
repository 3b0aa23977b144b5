import type { IncomingMessage } from 'node:http';
import { ok, type Result } from '@heartline/contracts';
import type { OperatorSession, SessionInfo } from '@heartline/core';
import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { OPERATOR_COOKIE, SESSION_COOKIE } from './cookies.ts';
import { networkOf } from './network.ts';
import { withinLimit } from './within-limit.ts';

/**
 * Finds the session of a secret with `find`. Each unknown secret costs a look-up, so they are counted by address; an
 * address with too many gets `RATE_LIMITED` without a look-up.
 */
export async function lookUp<Session>(
  deps: Pick<AppDeps, 'limits'>,
  address: string,
  find: () => Promise<Session | undefined>,
): Promise<Result<Session | undefined>> {
  const network = networkOf(address);
  const allowed = await withinLimit(deps, 'stranger', network, 0);
  if (!allowed.ok) return allowed;
  const session = await find();
  if (!session) await deps.limits.take('stranger', network);
  return ok(session);
}

/** The same for requests that become sockets. */
export type SocketLookUp = <Session>(
  request: IncomingMessage,
  find: () => Promise<Session | undefined>,
) => Promise<Result<Session | undefined>>;

/** The session that the cookie of a request opens, in whatever state its account is; undefined without one. */
export async function sessionOf(
  deps: Pick<AppDeps, 'core' | 'limits'>,
  request: FastifyRequest,
): Promise<Result<SessionInfo | undefined>> {
  const secret = request.cookies[SESSION_COOKIE];
  if (!secret) return ok(undefined);
  return lookUp(deps, request.ip, () => deps.core.accounts.authenticate(secret));
}

/** The same of an operator, whose session has a cookie of its own. */
export async function operatorOf(
  deps: Pick<AppDeps, 'core' | 'limits'>,
  request: FastifyRequest,
): Promise<Result<OperatorSession | undefined>> {
  const secret = request.cookies[OPERATOR_COOKIE];
  if (!secret) return ok(undefined);
  return lookUp(deps, request.ip, () => deps.core.accounts.operators.authenticate(secret));
}

/** True if the page was loaded for the member of this session, or names no member. */
export function isMeant({ member }: SessionInfo, { headers }: FastifyRequest): boolean {
  const meant = headers['x-member'];
  return meant === undefined || meant === member;
}
