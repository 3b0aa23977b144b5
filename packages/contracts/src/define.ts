import type { z } from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { LimitName } from './limits.ts';

/** The feature words of the house, the same in every package. */
export type Feature =
  | 'site'
  | 'accounts'
  | 'safety'
  | 'profiles'
  | 'credits'
  | 'payments'
  | 'messaging'
  | 'likes'
  | 'discovery'
  | 'notifications'
  | 'pages';

/**
 * Callers of a call:
 *
 * - `public`: anyone.
 * - `member`: an active, signed-in member.
 * - `signed-in`: also a member whose account is not confirmed yet.
 * - `provider`: a payment provider, proven by its signature.
 * - `operator`: a member of the site’s staff who answers for fictional profiles. Operators have no member account.
 */
export type Access = 'public' | 'signed-in' | 'member' | 'provider' | 'operator';

type Schema = z.ZodMiniType;

/** An input that could be guessed: a call with it also takes a point of each of these limits, else this refusal. */
export interface Tries {
  input: string;
  limits: readonly LimitName[];
  refusal: ErrorCode;
}

/** One HTTP call: the server registers it, the client calls it, the OpenAPI page is made from it. */
export interface CallContract {
  name: string;
  feature: Feature;
  summary: string;
  access: Access;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/api/${string}.php`;
  /** Tells two calls on one path apart by a query parameter, as `?push=1` does. */
  when?: Readonly<Record<string, string>>;
  /** A GET of the specification that changes state: cross-site requests are refused as for a POST. */
  changesState?: true;
  /**
   * The body is the bytes of one picture, or raw bytes of any type, as providers sign them. The input is then read from
   * the query.
   */
  body?: 'picture' | 'raw';
  input: Schema;
  output: Schema;
  refusals: readonly ErrorCode[];
  limit?: LimitName;
  tries?: Tries;
}

/** One event a client sends over the socket, answered by an ack of `{ ok, value | refusal }`. */
export interface InboundContract {
  name: `${string}:${string}`;
  feature: Feature;
  summary: string;
  input: Schema;
  output: Schema;
  refusals: readonly ErrorCode[];
  limit?: LimitName;
}

/** Answers that few events change: of these a device that missed some may keep what it holds (`version.ts`). */
export const LASTING = ['user', 'likes'] as const;
export type Lasting = (typeof LASTING)[number];

/**
 * One event the server pushes. `durable` ones carry the member's `version`, `early` ones may be told it later, so that a
 * gap is noticed.
 */
export interface OutboundContract {
  name: `${string}:${string}`;
  feature: Feature;
  summary: string;
  durable: boolean;
  payload: Schema;
  /**
   * Optimistic delivery of a durable event whose payload has its own order, such as the `seq` of a message. Devices on the
   * same gateway receive it before it is counted, with `version: null`. Its number follows in `sync:counted`.
   */
  early?: true;
  /** The lasting answers that a durable event leaves unchanged, by its payload; none by default. */
  leaves?: (payload: never) => readonly Lasting[];
}

/** One kind of background job. Data holds ids only, never text or addresses: Redis keeps it readable. */
export interface JobContract {
  name: string;
  feature: Feature;
  summary: string;
  queue: QueueName;
  data: Schema;
}

/** Queues by urgency: money and timers never wait behind mail, nothing behind archives. */
export type QueueName = 'settle' | 'notify' | 'mail' | 'timers' | 'exports';

/** Declares a call and keeps its literal type. */
export function defineCall<const C extends CallContract>(contract: C): C {
  return contract;
}

/** Declares an event from the client and keeps its literal type. */
export function defineInbound<const C extends InboundContract>(contract: C): C {
  return contract;
}

/** Declares an event to the client and keeps its literal type. */
export function defineOutbound<const C extends OutboundContract>(contract: C): C {
  return contract;
}

/** Declares a job and keeps its literal type. */
export function defineJob<const C extends JobContract>(contract: C): C {
  return contract;
}

/** The input as the caller passes it. */
export type InputOf<C extends { input: Schema }> = z.input<C['input']>;
/** The input as the handler receives it, after parsing. */
export type ParsedOf<C extends { input: Schema }> = z.output<C['input']>;
/** The answer of the call. */
export type OutputOf<C extends { output: Schema }> = z.output<C['output']>;
/** The payload of an outbound event. */
export type PayloadOf<C extends { payload: Schema }> = z.output<C['payload']>;
/** The data of a job. */
export type JobDataOf<C extends { data: Schema }> = z.output<C['data']>;
