import type { Readable } from 'node:stream';
import type { CallContract, Locale, OutputOf, ParsedOf, Result } from '@heartline/contracts';
import type { Core, OperatorSession, SessionInfo, SiteOfHost } from '@heartline/core';
import type { FastifyRequest } from 'fastify';
import type { SessionCookies } from './cookies.ts';

/** The caller of a call. Calls of members, signed-in people and operators always have one. */
type CallerOf<C extends CallContract> = C['access'] extends 'member' | 'signed-in'
  ? SessionInfo
  : C['access'] extends 'operator'
    ? OperatorSession
    : undefined;

/** The arguments of a handler. Everything is checked already, so it only calls the use case and returns the answer. */
export interface Call<C extends CallContract = CallContract> {
  input: ParsedOf<C>;
  caller: CallerOf<C>;
  core: Core;
  site: SiteOfHost;
  locale: Locale;
  /** The visitor’s country, by address. */
  country: string | undefined;
  cookies: SessionCookies;
  /** The bytes of a call whose body is raw; empty for others. */
  rawBody: Buffer;
  /** The picture a call with such a body brings, not read yet. */
  picture: C['body'] extends 'picture' ? Readable : undefined;
  request: FastifyRequest;
}

/** A contract with the code that answers it. */
export interface CallHandler {
  contract: CallContract;
  run(call: Call): Promise<Result<unknown>>;
}

/** Answers a contract. Start-up stops when a contract of the registry has no handler, or two. */
export function handle<const C extends CallContract>(
  contract: C,
  run: (call: Call<C>) => Promise<Result<OutputOf<C>>>,
): CallHandler {
  return { contract, run };
}
