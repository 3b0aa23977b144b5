import { type ErrorCode, OPERATORS_NAMESPACE, sessionEnded } from '@heartline/contracts';
import type { Core, OperatorSession } from '@heartline/core';
import { rooms } from '@heartline/platform';
import type { Namespace, Server, Socket } from 'socket.io';
import { cookieOf, OPERATOR_COOKIE } from '../http/cookies.ts';
import type { SocketLookUp } from '../http/session.ts';
import { closeLeft } from './live.ts';

type InboxOperator = Socket<never, never, never, { session: OperatorSession; secret: string }>;

/** Interval of the check of sessions. A lost notice of an ended session takes effect within 5 s. */
const ASK_AGAIN_MS = 3_000;

/**
 * Lets operators in, in a namespace of their own: what waits at their site is told there, and nothing is taken. A
 * member's cookie opens nothing here. Answers a function that stops asking.
 */
export function attachOperators(
  io: Server,
  { core, lookUp }: { core: Pick<Core, 'accounts'>; lookUp: SocketLookUp },
): { close(): void } {
  const desks = io.of(OPERATORS_NAMESPACE);
  desks.use((socket, next) => {
    admit(core, lookUp, socket as unknown as InboxOperator).then(
      (refusal) => next(refusal && new Error(refusal)),
      () => next(new Error('UNAVAILABLE')),
    );
  });
  desks.on('connection', (socket) => {
    // Ended while this socket was on its way in, when there was no socket to close yet.
    if (core.accounts.isEnded((socket as unknown as InboxOperator).data.session.session))
      socket.disconnect(true);
    socket.on('disconnect', (reason) => closeLeft(socket, reason));
  });
  const asking = setInterval(() => void endLost(core, desks), ASK_AGAIN_MS);
  return { close: () => clearInterval(asking) };
}

/** Why this socket may not come in; nothing when it is let in. */
async function admit(
  core: Pick<Core, 'accounts'>,
  lookUp: SocketLookUp,
  socket: InboxOperator,
): Promise<ErrorCode | undefined> {
  const secret = cookieOf(socket.request.headers.cookie, OPERATOR_COOKIE);
  if (!secret) return 'AUTHENTICATION_REQUIRED';
  const session = await lookUp(socket.request, () => core.accounts.operators.authenticate(secret));
  if (!session.ok) return session.refusal.code;
  if (!session.value) return 'AUTHENTICATION_REQUIRED';
  socket.data.session = session.value;
  socket.data.secret = secret;
  await socket.join(rooms.operators(session.value.site));
  return undefined;
}

/** Closes the sockets whose sessions have ended by what the store says. While it is away, sessions are taken to hold. */
async function endLost(core: Pick<Core, 'accounts'>, desks: Namespace): Promise<void> {
  for (const socket of desks.sockets.values() as unknown as Iterable<InboxOperator>) {
    const holds = await core.accounts.operators.authenticate(socket.data.secret).catch(() => true);
    if (holds) continue;
    (socket as unknown as { emit(name: string, payload: unknown): void }).emit(sessionEnded.name, {});
    socket.disconnect(true);
  }
}
