import {
  type ErrorCode,
  type InboundContract,
  LIMITS,
  type OutputOf,
  ok,
  type ParsedOf,
  type Refusal,
  type Result,
  refuse,
} from '@heartline/contracts';
import type { Core, SessionInfo } from '@heartline/core';
import { isOutage, type Logger, type Presence } from '@heartline/platform';
import type { Socket } from 'socket.io';
import { withDeadline } from '../call-deadline.ts';
import { validationRefusal } from '../http/read-input.ts';

/** What a socket carries once its session was checked. */
export interface SocketSession extends SessionInfo {
  /** Secret of the session cookie, to ask again whether it still holds. */
  secret: string;
}

export type LiveSocket = Socket<never, never, never, SocketData>;

interface SocketData {
  session: SocketSession;
  spent: Map<string, Spent>;
  /** Events that came and are not answered yet. */
  answering: number;
}

interface Spent {
  count: number;
  until: number;
}

/** What a handler of an event gets. */
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
  run(call: LiveCall): Promise<Result<unknown>>;
}

/** Answers an event. Start-up stops when an inbound contract has no handler, or two. */
export function handleEvent<const C extends InboundContract>(
  contract: C,
  run: (call: LiveCall<C>) => Promise<Result<OutputOf<C>>>,
): EventHandler {
  return { contract, run };
}

export interface EventDeps {
  core: Core;
  presence: Presence;
  logger: Logger;
  now(): number;
}

type Ack = { ok: true; value: unknown } | { ok: false; refusal: Refusal };

/**
 * Puts one handler on a socket: checks the shape (one payload, one ack function), the limit and the input, answers,
 * and is the one place where surprises of live code end. A packet of another shape is dropped: no client of ours
 * sends one.
 */
export function attachHandler(deps: EventDeps, socket: LiveSocket, handler: EventHandler): void {
  const listener = (...args: unknown[]): void => {
    const [payload, ack] = args;
    if (args.length !== 2 || typeof ack !== 'function') return;
    socket.data.answering += 1;
    void answer(deps, socket, handler, payload).then((reply) => {
      ack(reply);
      socket.data.answering -= 1;
    });
  };
  (socket as Socket).on(handler.contract.name, listener);
}

async function answer(
  deps: EventDeps,
  socket: LiveSocket,
  { contract, run }: EventHandler,
  payload: unknown,
): Promise<Ack> {
  try {
    if (!withinLimit(contract, socket, deps.now())) return failed('RATE_LIMITED');
    const input = contract.input.safeParse(payload);
    if (!input.success) return { ok: false, refusal: validationRefusal(input.error.issues) };
    const { session } = socket.data;
    const call = { input: input.data, session, socket, core: deps.core, presence: deps.presence };
    const result = await withDeadline(run(call));
    return result.ok ? { ok: true, value: result.value } : { ok: false, refusal: result.refusal };
  } catch (error) {
    if (isOutage(error)) {
      deps.logger.warn({ event: contract.name, reason: String(error) }, 'a part we need is away');
      return failed('UNAVAILABLE');
    }
    deps.logger.error({ event: contract.name, err: error }, 'event failed');
    return failed('INTERNAL');
  }
}

function failed(code: ErrorCode): Ack {
  return refuse(code);
}

/** Counts events of one socket in windows of the limit’s length; one socket is one device of a signed-in member. */
function withinLimit(contract: InboundContract, socket: LiveSocket, now: number): boolean {
  if (!contract.limit) return true;
  const limit = LIMITS[contract.limit];
  const spent = socket.data.spent.get(contract.limit);
  if (!spent || spent.until <= now) {
    socket.data.spent.set(contract.limit, { count: 1, until: now + limit.seconds * 1_000 });
    return true;
  }
  spent.count += 1;
  return spent.count <= limit.points;
}

/** An answer without anything to say. */
export const nothingToSay = ok({});
