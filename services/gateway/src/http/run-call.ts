import {
  type Access,
  type CallContract,
  type ErrorCode,
  LIMITS,
  ok,
  type Refusal,
  type Result,
  refuse,
} from '@heartline/contracts';
import type { OperatorSession, SessionInfo } from '@heartline/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { deadlineOf, withDeadline } from '../call-deadline.ts';
import { sendRefusal } from './answer.ts';
import type { Call, CallHandler } from './call.ts';
import { SESSION_COOKIE, type SessionCookies, sessionCookies } from './cookies.ts';
import { localeOf } from './locale.ts';
import { networkOf } from './network.ts';
import { isOwnOrigin, needsOwnOrigin } from './origin.ts';
import { pictureOf } from './picture-body.ts';
import { readInput } from './read-input.ts';
import { isMeant, operatorOf, sessionOf } from './session.ts';
import { withinLimit } from './within-limit.ts';

/** Refusals of the frame, which every call may answer. */
const FRAME_REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'VALIDATION_FAILED',
  'AUTHENTICATION_REQUIRED',
  'ANOTHER_MEMBER',
  'FOREIGN_ORIGIN',
  'NOT_CONFIRMED',
  'ACCOUNT_DISABLED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'UNSUPPORTED_MEDIA_TYPE',
]);

/**
 * Answers one request, in this order: own origin, limit of the network, session, limit of the member, input, use
 * case, answer. The first refusal ends it.
 */
export async function runCall(
  deps: AppDeps,
  handler: CallHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { contract } = handler;
  const work = resultOf(deps, handler, request, sessionCookies(request, reply));
  const result = await withDeadline(work, deadlineOf(contract));
  if (!result.ok) return refused(deps, contract, request, reply, result.refusal);
  const value = deps.config.mode === 'production' ? result.value : contract.output.parse(result.value);
  return reply.header('cache-control', 'no-store').send(value);
}

async function resultOf(
  deps: AppDeps,
  handler: CallHandler,
  request: FastifyRequest,
  cookies: SessionCookies,
): Promise<Result<unknown>> {
  const { contract } = handler;
  const site = await deps.core.site.settingsFor(request.hostname);
  const country = countryOf(deps, request);
  request.locale = localeOf(request, site.settings, country);
  const admitted = await admit(deps, contract, request);
  if (!admitted.ok) return admitted;
  const picture = pictureOf(contract, request);
  if (!picture.ok) return picture;
  const input = readInput(contract, request.query as Record<string, unknown>, request.body);
  if (!input.ok) return input;
  const tried = await countTry(deps, contract, request, { input: input.value, caller: admitted.value });
  if (!tried.ok) return tried;
  return handler.run({
    input: input.value,
    caller: admitted.value,
    core: deps.core,
    site,
    locale: request.locale,
    country,
    cookies,
    rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    picture: picture.value,
    request,
  } as unknown as Call);
}

/** Counts a call that carries an input which could be guessed, such as a discount code. */
async function countTry(
  deps: AppDeps,
  { tries }: CallContract,
  request: FastifyRequest,
  { input, caller }: { input: unknown; caller: SessionInfo | OperatorSession | undefined },
): Promise<Result<undefined>> {
  if (!tries || (input as Record<string, unknown>)[tries.input] === undefined) return ok(undefined);
  for (const limit of tries.limits) {
    const member = caller && 'member' in caller ? caller.member : undefined;
    const network = networkOf(request.ip);
    const key = LIMITS[limit].by === 'network' ? network : (member ?? network);
    const allowed = await withinLimit(deps, limit, key);
    if (allowed.ok) continue;
    const { code, values } = allowed.refusal;
    return code === 'RATE_LIMITED' ? refuse(tries.refusal, values ? { values } : {}) : allowed;
  }
  return ok(undefined);
}

/** The country of the visitor, by address. With developer tools a cookie overrides it. */
function countryOf({ config, core }: AppDeps, request: FastifyRequest): string | undefined {
  const named = config.devTools ? request.cookies['dev-country'] : undefined;
  return named && /^[A-Z]{2}$/.test(named) ? named : core.site.countryOf(request.ip);
}

/** Access levels without a session. */
const OPEN: ReadonlySet<Access> = new Set<Access>(['public', 'provider']);

/** Checks that the caller may make this call now; returns the session if the call needs one. */
async function admit(
  deps: AppDeps,
  contract: CallContract,
  request: FastifyRequest,
): Promise<Result<SessionInfo | OperatorSession | undefined>> {
  if (needsOwnOrigin(contract) && !isOwnOrigin(request.headers, deps.config.allowedOrigins)) {
    return refuse('FOREIGN_ORIGIN');
  }
  const isOpen = OPEN.has(contract.access);
  // Count unknown callers by network, even where a member’s limit counts by member.
  const byNetwork = isOpen || (contract.limit && LIMITS[contract.limit].by) === 'network';
  if (byNetwork) {
    const allowed = await withinLimit(deps, contract.limit, networkOf(request.ip));
    if (!allowed.ok || isOpen) return allowed;
  }
  if (contract.access === 'operator') return admitOperator(deps, contract, request);
  const session = await sessionFor(deps, contract, request);
  if (!session.ok || byNetwork) return session;
  const allowed = await withinLimit(deps, contract.limit, session.value.member);
  return allowed.ok ? session : allowed;
}

/** An operator's session has a cookie of its own; a member's opens nothing here, and the other way round. */
async function admitOperator(
  deps: AppDeps,
  contract: CallContract,
  request: FastifyRequest,
): Promise<Result<OperatorSession>> {
  const session = await operatorOf(deps, request);
  if (!session.ok) return session;
  if (!session.value) return refuse('AUTHENTICATION_REQUIRED');
  const allowed = await withinLimit(deps, contract.limit, session.value.operator);
  return allowed.ok ? ok(session.value) : allowed;
}

/**
 * The session, if the state of its account allows the call and the page was loaded for it. Another member may have signed
 * in to this browser since the page was loaded.
 */
async function sessionFor(
  deps: AppDeps,
  contract: CallContract,
  request: FastifyRequest,
): Promise<Result<SessionInfo>> {
  const opened = await sessionOf(deps, request);
  if (!opened.ok) return opened;
  const session = opened.value;
  if (!session || session.status === 'deleted') return signedOut(deps, request);
  if (!isMeant(session, request)) return refuse('ANOTHER_MEMBER');
  if (session.status === 'disabled') return refuse('ACCOUNT_DISABLED');
  const unconfirmed = contract.access === 'member' && session.status !== 'active';
  return unconfirmed ? refuse('NOT_CONFIRMED') : ok(session);
}

/** Answers that no member is signed in. A browser whose session was ended from another device must erase its data. */
async function signedOut(
  { core }: AppDeps,
  { cookies }: FastifyRequest,
): Promise<{ ok: false; refusal: Refusal }> {
  const secret = cookies[SESSION_COOKIE];
  const isWiped = secret !== undefined && (await core.accounts.isWiped(secret));
  return refuse('AUTHENTICATION_REQUIRED', isWiped ? { values: { wipe: 1 } } : {});
}

function refused(
  deps: AppDeps,
  contract: CallContract,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  const known = contract.refusals.includes(refusal.code) || FRAME_REFUSALS.has(refusal.code);
  if (!known && deps.config.mode !== 'production') {
    throw new Error(`${contract.name} refused with ${refusal.code}, which its contract does not name`);
  }
  return sendRefusal(reply, request.locale, refusal);
}
