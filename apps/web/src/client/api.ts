import type {
  CallContract,
  ErrorBody,
  ErrorCode,
  ErrorValues,
  FieldError,
  InputOf,
  OutputOf,
} from '@heartline/contracts';
import { CONSTANTS } from '@heartline/contracts';
import { learnServerTime } from './clock.ts';
import { noteWipe } from './signed-in.ts';

/**
 * A refused or failed call. `status` 0 means that the server was not reached. `code` has its text in `@heartline/i18n`;
 * `fields` names the wrong fields of a form and why.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly values: ErrorValues;
  readonly fields: Record<string, FieldError>;

  constructor(status: number, error: Partial<ErrorBody['error']> & { code: ErrorCode }) {
    super(error.message ?? error.code);
    this.name = 'ApiError';
    this.code = error.code;
    this.status = status;
    this.values = error.values ?? {};
    this.fields = error.fields ?? {};
  }
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The request outlives the page. For requests that are sent while the page closes. */
  keepalive?: boolean;
}

type Listener = () => void;
const listeners = { out: new Set<Listener>(), another: new Set<Listener>() };

/**
 * Runs when a call was answered with the 403 that logs the member out silently (S4-064). Returns the unsubscribe
 * function.
 */
export function onAuthenticationRequired(listener: Listener): () => void {
  listeners.out.add(listener);
  return () => listeners.out.delete(listener);
}

/**
 * Runs when a call was refused because another member is signed in to this browser now. Returns the unsubscribe
 * function.
 */
export function onAnotherMember(listener: Listener): () => void {
  listeners.another.add(listener);
  return () => listeners.another.delete(listener);
}

function notify(these: Iterable<Listener>): void {
  for (const listener of these) listener();
}

let actor: string | undefined;

/**
 * From now on calls are made as this member. The server refuses them when the browser's session is another member's.
 */
export function actAs(member: string | undefined): void {
  actor = member;
}

/** The member in whose name calls are made now; undefined for a visitor. */
export const actingAs = () => actor;

/**
 * Headers of a call made as `by`. The call that asks who is signed in names no member: it must work for any session.
 */
export function callHeaders({ name }: CallContract, by: string | undefined): Record<string, string> {
  return { 'X-Request-Type': 'client', ...(by && name !== 'getUser' && { 'X-Member': by }) };
}

/** Fields that make repeating a call safe: the server gives a second call under the same key the first answer. */
const KEY_FIELDS = ['clientId', 'key'];
const RETRIED_STATUS = new Set([0, 408, 429, 502, 503, 504]);
const USER_PATH = '/api/user.php';
/** Timeout of one request. Without it, a browser may wait a quarter of an hour on a dead connection. */
export const TIMEOUT_MS = 60_000;

/**
 * Calls the server by contract. Repeats a failed call (network, 408, 429, 502, 503, 504) up to 5 times, with waits that
 * double from 300 ms and jitter. Only safe calls are repeated: reads, and calls with a key of their own.
 * @throws {ApiError} on every refusal and on a network failure that lasts.
 */
export async function call<C extends CallContract>(
  contract: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<OutputOf<C>> {
  const payload = (input ?? {}) as Record<string, unknown>;
  const isSafe =
    (contract.method === 'GET' && !contract.changesState) || KEY_FIELDS.some((field) => field in payload);
  const retries = isSafe ? CONSTANTS.requestRetries : 0;
  // Captured here: another member may sign in to this page while a repeat waits.
  const by = actor;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await request(contract, payload, options, by)) as OutputOf<C>;
    } catch (error) {
      // No repeat while the device says that it is offline. The query cache asks again once it is online.
      if (!isPassing(error) || isOffline() || attempt >= retries) throw error;
      await pause(retryDelayMs(attempt, Math.random()), options.signal);
    }
  }
}

/** Limits that last longer than any repeat waits: an hour, a day, or until another code is sent. */
const LASTING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['CODE_LIMIT', 'OTP_TOO_MANY', 'SMS_LIMIT']);

/** True if the call may succeed when it is repeated. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && RETRIED_STATUS.has(error.status) && !LASTING.has(error.code);

/** True when the device says that it is offline. Without `navigator` it counts as online. */
function isOffline(): boolean {
  return 'onLine' in navigator && !navigator.onLine;
}

/** Wait before repeat number `attempt` (from 0): 300, 600, 1200 … ms, less up to a quarter by `jitter` (0 to 1). */
export function retryDelayMs(attempt: number, jitter: number): number {
  return CONSTANTS.requestRetryBaseMs * 2 ** attempt * (1 - jitter / 4);
}

async function request(
  contract: CallContract,
  payload: Record<string, unknown>,
  options: CallOptions,
  by: string | undefined,
) {
  const isRead = contract.method === 'GET';
  const startedAt = Date.now();
  let response: Response;
  try {
    response = await fetch(addressOf(contract, isRead ? payload : {}), {
      method: contract.method,
      headers: { ...callHeaders(contract, by), ...(!isRead && { 'Content-Type': 'application/json' }) },
      body: isRead ? null : JSON.stringify(payload),
      credentials: 'same-origin',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS)].concat(options.signal ?? [])),
      keepalive: options.keepalive ?? false,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, { code: 'UNAVAILABLE' });
  }
  const read: unknown = await response.json().catch(() => null);
  options.signal?.throwIfAborted();
  const body = answered(contract, response.status, read, by);
  learnServerTime(body, startedAt, Date.now());
  return body;
}

/**
 * Reads the answer to a call made as `by`; `body` is null when it could not be read. A login page of a network answers
 * 200 with HTML, and a connection may break within an answer: both count as no answer.
 * @throws {ApiError} on a refusal, and on an answer that is not ours.
 */
export function answered(
  contract: CallContract,
  status: number,
  body: unknown,
  by: string | undefined,
): unknown {
  if (status < 200 || status > 299) throw refusalOf(contract, status, body as Partial<ErrorBody> | null, by);
  if (body === null) throw new ApiError(0, { code: 'UNAVAILABLE' });
  return body;
}

const SIGNED_OUT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'AUTHENTICATION_REQUIRED',
  'ACCOUNT_DISABLED',
]);

/** True when our server says that nobody is signed in. A 401 or 403 of a proxy does not count. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && SIGNED_OUT.has(error.code);

/** True when our server says that another member is signed in to this browser now. */
export const isAnotherMember = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ANOTHER_MEMBER';

const MISSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['NOT_FOUND', 'VALIDATION_FAILED']);

/** True when our server says that the addressed thing does not exist. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && MISSING.has(error.code);

/** True when our server did not answer: it was not reached, or a proxy could not reach it. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 502);

/** Path and query of a call: its path parameters, then the parameters of a GET. */
function addressOf(contract: CallContract, asked: Record<string, unknown>): string {
  const query = new URLSearchParams(contract.when);
  for (const [name, value] of Object.entries(asked)) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, `${value}`);
  }
  return query.size > 0 ? `${contract.path}?${query}` : contract.path;
}

/** Turns a refusal into an error, and notifies the listeners of refusals that concern the whole page. */
function refusalOf(
  contract: CallContract,
  status: number,
  body: Partial<ErrorBody> | null,
  by: string | undefined,
): ApiError {
  // A late answer says nothing about a member who has signed in since.
  if (by === actor && status === 403 && body?.authentication_required) noteSignedOut(contract, body.error);
  if (body?.error?.code === 'ANOTHER_MEMBER') notify(listeners.another);
  // Proxies in front of the gateway have error formats of their own.
  return new ApiError(status, body?.error?.code ? body.error : { code: codeOf(status) });
}

/** The session is over. `wipe`: the member ended it from another device and wants nothing left in this browser. */
function noteSignedOut({ path }: CallContract, error: ErrorBody['error'] | undefined): void {
  if (error?.values?.['wipe'] !== undefined) noteWipe();
  if (path !== USER_PATH) notify(listeners.out);
}

/**
 * The error code of a refusal that is not in our format. A request too large for a proxy stays too large, so it is not
 * repeated.
 */
function codeOf(status: number): ErrorCode {
  if (status === 413) return 'PAYLOAD_TOO_LARGE';
  return status > 500 ? 'UNAVAILABLE' : 'INTERNAL';
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
}
