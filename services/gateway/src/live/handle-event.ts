import {
  type InboundContract,
  LIMITS,
  type LimitName,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
} from '@heartline/contracts';
import type { Core, SessionInfo } from '@heartline/core';
import { type Allowance, countedHere, isOutage, type Logger, type Presence } from '@heartline/platform';
import type { Socket } from 'socket.io';
import { $ZodObject, $ZodObjectJIT, type $ZodType, safeParse } from 'zod/v4/core';
import { answerInTime } from '../call-deadline.ts';
import { validationRefusal } from '../http/read-input.ts';

/** Data of a socket after its session was checked. */
export interface SocketSession extends SessionInfo {
  /** Secret of the session cookie, to ask again whether it still holds. */
  secret: string;
}

export type LiveSocket = Socket<never, never, never, SocketData>;

interface SocketData {
  session: SocketSession;
  /** Of limits, since the first event that has one. */
  spent?: Partial<Record<LimitName, Spent>>;
  /** Events that came and are not answered yet. */
  answering: number;
  /** The focus of the device: a conversation, the page alone (null), or nothing. */
  focus?: string | null | undefined;
  /** Events may have been lost on the way to it, and it was not told to check yet. */
  isStale: boolean;
}

interface Spent {
  count: number;
  until: number;
}

/** The arguments of an event handler. */
export interface LiveCall<C extends InboundContract = InboundContract> {
  input: ParsedOf<C>;
  session: SocketSession;
  socket: LiveSocket;
  core: Core;
  presence: Presence;
}

/** An inbound contract with the code that answers it. */
export interface EventHandler {
  contract: InboundContract;
  input: $ZodType;
  run(call: LiveCall): Promise<Result<unknown>>;
}

/** Answers an event. Start-up stops when an inbound contract has no handler, or two. */
export function handleEvent<const C extends InboundContract>(
  contract: C,
  run: (call: LiveCall<C>) => Promise<Result<OutputOf<C>>>,
): EventHandler {
  return { contract, input: compiled(contract.input), run };
}

/**
 * The same shape with code made for it, which checks in half the time. Contracts are written in the small build of the
 * library, for browsers, which goes through the shape each time.
 */
function compiled(shape: $ZodType): $ZodType {
  return shape instanceof $ZodObject ? new $ZodObjectJIT(shape._zod.def) : shape;
}

export interface EventDeps {
  core: Core;
  presence: Presence;
  logger: Logger;
  limits: EventLimits;
}

/** Limits of events: a monotonic clock, and the limit of all sockets of a member together. */
export interface EventLimits {
  now(): number;
  ofMembers: ReadonlyMap<LimitName, (member: string) => Allowance>;
}

/** Begins to count the events of one gateway: of a member, whatever the sockets, no more than `devices` of them may send. */
export function createEventLimits(devices: number, now = () => performance.now()): EventLimits {
  const bySocket = Object.entries(LIMITS).filter(([, { by }]) => by === 'socket');
  const ofMembers = new Map(
    bySocket.map(([name, { points, seconds }]) => [
      name as LimitName,
      countedHere({ points: points * devices, seconds }, now),
    ]),
  );
  return { now, ofMembers };
}

type Answer = Result<unknown>;

/**
 * Attaches event handlers to a socket. Each event is checked in this order:
 *
 * - Shape: one payload and one ack function. Other packets are dropped, since no client of ours sends them.
 * - Name: an unknown event is refused. A newer page may call an older gateway during a deployment.
 * - Limit and input.
 *
 * Errors of handlers end here. The handlers run before Socket.IO’s listeners, which would take one more turn.
 */
export function attachHandlers(
  deps: EventDeps,
  socket: LiveSocket,
  handlers: ReadonlyMap<string, EventHandler>,
): void {
  socket.use((packet: unknown[]) => {
    const [name, payload, ack] = packet;
    const handler = handlers.get(name as string);
    if (packet.length !== 3 || typeof ack !== 'function' || !socket.connected) return;
    if (!handler) return void ack(refuse('UNKNOWN_EVENT'));
    socket.data.answering += 1;
    answer(deps, socket, handler, payload, (answered) => {
      ack(answered);
      socket.data.answering -= 1;
    });
  });
}

/** Handlers by the names of their events. */
export function byName(handlers: readonly EventHandler[]): ReadonlyMap<string, EventHandler> {
  return new Map(handlers.map((handler) => [handler.contract.name, handler]));
}

function answer(
  deps: EventDeps,
  socket: LiveSocket,
  { contract, input: shape, run }: EventHandler,
  payload: unknown,
  done: (answer: Answer) => void,
): void {
  const fail = (error: unknown) => done(failure(deps, contract, error));
  try {
    if (!withinLimit(deps, contract, socket)) return done(refuse('RATE_LIMITED'));
    const input = safeParse(shape, payload);
    if (!input.success) return done({ ok: false, refusal: validationRefusal(input.error.issues) });
    const { session } = socket.data;
    const call = { input: input.data, session, socket, core: deps.core, presence: deps.presence };
    answerInTime(run(call), done, fail);
  } catch (error) {
    fail(error);
  }
}

function failure({ logger }: EventDeps, { name }: InboundContract, error: unknown): Answer {
  if (isOutage(error)) {
    logger.warn({ event: name, reason: String(error) }, 'a part we need is away');
    return refuse('UNAVAILABLE');
  }
  logger.error({ event: name, err: error }, 'event failed');
  return refuse('INTERNAL');
}

/** Counts the events of one socket, and of all sockets of its member, in windows of the limit’s length. */
function withinLimit({ limits }: EventDeps, { limit: name }: InboundContract, socket: LiveSocket): boolean {
  if (!name) return true;
  if (!withinOwn(name, socket, limits.now())) return false;
  return limits.ofMembers.get(name)?.(socket.data.session.member).outcome !== 'limited';
}

function withinOwn(name: LimitName, socket: LiveSocket, now: number): boolean {
  const limit = LIMITS[name];
  socket.data.spent ??= {};
  const spent = socket.data.spent[name];
  if (!spent || spent.until <= now) {
    socket.data.spent[name] = { count: 1, until: now + limit.seconds * 1_000 };
    return true;
  }
  spent.count += 1;
  return spent.count <= limit.points;
}

/** An answer without anything to say. */
export const nothingToSay = ok({});
