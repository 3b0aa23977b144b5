import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, type Message, messageCreated, sessionEnded, syncTicked } from '@heartline/contracts';
import { INBOUND_EVENTS, matchHandlers } from '@heartline/contracts/registry';
import type { Core } from '@heartline/core';
import {
  createLiveServer,
  endSessionHere,
  type Logger,
  leaveTogether,
  oncePerTick,
  PAIR_CHANGED,
  type Presence,
  type Publisher,
  type Redis,
  receivedEvent,
  rooms,
  SESSION_ENDED,
  type SlowReaders,
} from '@heartline/platform';
import type { DisconnectReason, Namespace, Server } from 'socket.io';
import { cookieOf, SESSION_COOKIE } from '../http/cookies.ts';
import type { SocketLookUp } from '../http/session.ts';
import {
  attachHandlers,
  byName,
  createEventLimits,
  type EventHandler,
  type EventLimits,
  type LiveSocket,
  type SocketSession,
} from './handle-event.ts';
import { messagingHandlers } from './messaging.handlers.ts';
import { notificationsHandlers } from './notifications.handlers.ts';

/** Every event handler of the house. */
const HANDLERS = [...messagingHandlers, ...notificationsHandlers];

/** Interval in which a socket gets its current version and its session is checked again. */
const TICK_MS = 25_000;
/**
 * While Redis is away no news of ended sessions travels between nodes, so the store is asked this often (A1: 5 s). More
 * than what sessions are remembered for, so that each round reads anew.
 */
const TICK_WITHOUT_REDIS_MS = 3_000;
/** Delay before the retry of a stale notice that Redis did not accept. */
const STALE_AGAIN_MS = 1_000;
/** Sessions asked for at once: one read of the store. */
const SESSIONS_AT_ONCE = 500;
export interface LiveOptions {
  http: HttpServer;
  redis: Redis;
  prefix: string;
  allowedOrigins: ReadonlySet<string>;
  logger: Logger;
  now(): number;
  slowReaders?: SlowReaders;
  /** True if a request may become a socket now; its origin is checked elsewhere. */
  mayEnter?(request: IncomingMessage): boolean;
}

/** The sockets of this gateway, before anything is known of members: the publisher needs it first. */
export function createLive(options: LiveOptions): Server {
  const { allowedOrigins, mayEnter = () => true, slowReaders } = options;
  return createLiveServer({
    http: options.http,
    ...(slowReaders ? { slowReaders } : {}),
    redis: options.redis,
    prefix: options.prefix,
    server: {
      // CORS does not cover WebSockets: a foreign page could open one with our cookie. So the origin is checked here.
      allowRequest(request, decide) {
        const mayCome = allowedOrigins.has(request.headers.origin ?? '') && mayEnter(request);
        if (mayCome) leaveTogether(request.socket);
        decide(null, mayCome);
      },
    },
  });
}

export interface AttachOptions extends Pick<LiveOptions, 'logger' | 'now'> {
  core: Core;
  presence: Presence;
  publisher: Publisher;
  /** Resolves once Redis has confirmed every subscription requested so far. */
  subscribed(): Promise<unknown>;
  /** False while a connection to Redis is lost. */
  redisReady(): boolean;
  /** Looks for the session that a socket comes with. */
  lookUp: SocketLookUp;
  /** A member was let in on this connection. */
  onAdmitted?(request: IncomingMessage): void;
  /** All sockets of a member may together do what so many may. */
  devices: number;
  /** The most sockets of one member at this gateway; no bound by default. */
  perMember?: { most: number; onRefused(): void };
  /** True once this gateway sends its sockets to others. */
  isDraining?(): boolean;
  /** Handlers besides those of the app, such as those of a benchmark. */
  handlers?: readonly EventHandler[];
}

/** Options of the admission of a socket. */
interface Admission extends Omit<AttachOptions, 'handlers'> {
  handlers: ReadonlyMap<string, EventHandler>;
  limits: EventLimits;
}

/**
 * Admits sockets of members. A socket needs an active session, joins the room of its member, and gets its current version
 * at once and every 25 s. Returns a function that stops these ticks.
 */
export function attachMembers(
  io: Server,
  options: AttachOptions,
): { close(): void; resync(): Promise<void> } {
  matchHandlers('events', INBOUND_EVENTS, HANDLERS);
  const admission: Admission = {
    ...options,
    handlers: byName([...HANDLERS, ...(options.handlers ?? [])]),
    subscribed: oncePerTick(options.subscribed),
    limits: createEventLimits(options.devices),
  };
  io.use((socket, next) => {
    admit(options, socket as unknown as LiveSocket).then(
      (refusal) => next(refusal && new Error(refusal)),
      () => next(new Error('UNAVAILABLE')),
    );
  });
  observeOthers(io, options.core);
  /** One for all sockets, instead of what each would hold of its own. */
  const onDisconnect: OnDisconnect = function (reason) {
    options.presence.focus(this.data.session.member, this.id, undefined).catch(() => {});
    closeLeft(this, reason);
  };
  io.on('connection', (socket) => welcome(admission, socket as unknown as LiveSocket, onDisconnect));
  const ticks = setInterval(() => void tickAll(io, options), TICK_MS);
  const withoutRedis = setInterval(() => {
    if (!options.redisReady()) void endLostSessions(socketsOf(io), options);
  }, TICK_WITHOUT_REDIS_MS);
  let again: NodeJS.Timeout | undefined;
  let onceMore: NodeJS.Timeout | undefined;
  /** A Redis that is there may take nothing yet, as it loads: what was not told is told a moment later. */
  async function resyncStale(): Promise<void> {
    clearTimeout(again);
    // When it is back, this is called anew.
    if (!options.redisReady()) return;
    await options.publisher.announceMissed().catch(() => undefined);
    // As with a hello: what the tick names is heard by then.
    await admission.subscribed().catch(() => undefined);
    await tickAll(io, options);
    if (socketsOf(io).some(({ data }) => data.isStale)) {
      options.logger.warn('Redis does not take everything yet; clients will be told to check');
      again = setTimeout(() => void resyncStale(), STALE_AGAIN_MS);
    }
  }
  return {
    close() {
      clearInterval(ticks);
      clearInterval(withoutRedis);
      clearTimeout(again);
      clearTimeout(onceMore);
    },
    /**
     * Events may have been lost on their way through Redis: every client is told to check. Sessions that ended right before
     * it came back, and are remembered as good by the round before, are asked for once more.
     */
    async resync() {
      for (const { data } of socketsOf(io)) data.isStale = true;
      clearTimeout(onceMore);
      onceMore = setTimeout(() => void endLostSessions(socketsOf(io), options), TICK_WITHOUT_REDIS_MS);
      await resyncStale();
    },
  };
}

/** Updates caches of this gateway by the messages of other gateways. */
function observeOthers(io: Server, { accounts, messaging, safety }: Core): void {
  // A message stored by another gateway: the next one here need not find out by failing first.
  io.of('/').adapter.on(receivedEvent(messageCreated.name), ({ message }: { message: Message }) =>
    messaging.observe(message),
  );
  io.on(SESSION_ENDED, (session: string) => {
    accounts.observeEnded(session);
    endSessionHere(io, session);
  });
  io.on(PAIR_CHANGED, (one: string, other: string) => {
    safety.observePair(one, other);
    messaging.observePair(one, other);
  });
}

type OnDisconnect = (this: LiveSocket, reason: DisconnectReason) => void;

/** A client that sends a disconnect packet keeps its TCP connection. Close it: no limit counts it any more. */
export function closeLeft({ conn }: Pick<LiveSocket, 'conn'>, reason: DisconnectReason): void {
  if (reason === 'client namespace disconnect') conn.close();
}

const socketsOf = (io: Server) => [...io.of('/').sockets.values()] as unknown as LiveSocket[];

/** Why this socket may not come in; nothing when it is let in. */
async function admit(options: AttachOptions, socket: LiveSocket): Promise<ErrorCode | undefined> {
  const secret = cookieOf(socket.request.headers.cookie, SESSION_COOKIE);
  if (!secret) return 'AUTHENTICATION_REQUIRED';
  const opened = await options.lookUp(socket.request, () => options.core.accounts.authenticate(secret));
  if (!opened.ok) return opened.refusal.code;
  const session = opened.value;
  if (session?.status !== 'active') return 'AUTHENTICATION_REQUIRED';
  const refusal = refusalTo(options, socket, session.member);
  if (refusal) return refusal;
  socket.data.session = { ...session, secret } satisfies SocketSession;
  socket.data.answering = 0;
  socket.data.isStale = false;
  return undefined;
}

/** Why this socket of a member may not come in although the session is good. */
function refusalTo(
  { perMember }: AttachOptions,
  { handshake, nsp }: LiveSocket,
  member: string,
): ErrorCode | undefined {
  // The page says whom it was loaded for; somebody else may have signed in to its browser since.
  const { member: meant } = handshake.auth;
  if (meant !== undefined && meant !== member) return 'ANOTHER_MEMBER';
  return hasPlace(perMember, nsp, member) ? undefined : 'RATE_LIMITED';
}

/** True if a member may have one more socket here. */
function hasPlace(perMember: AttachOptions['perMember'], { adapter }: Namespace, member: string): boolean {
  const inHere = adapter.rooms.get(rooms.user(member))?.size ?? 0;
  if (!perMember || inHere < perMember.most) return true;
  perMember.onRefused();
  return false;
}

function welcome(options: Admission, socket: LiveSocket, onDisconnect: OnDisconnect): void {
  const { session } = socket.data;
  const { request } = socket;
  options.onAdmitted?.(request);
  // The first request, and what Socket.IO wrote down of it, stay with the socket for ever otherwise; only its cookie
  // was needed.
  (socket.conn as unknown as { request: unknown }).request = null;
  (socket as unknown as { handshake: unknown }).handshake = null;
  // Ended while this socket was on its way in, when there was no socket to close yet.
  if (options.core.accounts.isEnded(session.session)) {
    socket.disconnect(true);
    return;
  }
  // Many that came at once found the same place free.
  if (options.isDraining?.() || !hasPlace(options.perMember, socket.nsp, session.member)) {
    socket.conn.close();
    return;
  }
  attachHandlers(options, socket, options.handlers);
  socket.on('disconnect', onDisconnect);
  lookAtItsEnd(options, socket, session.until);
  // The word that it is let in waits for the hello: one write, and nobody who is in does not hear yet.
  leaveTogether(
    request.socket,
    Promise.race([greet(options, socket), sleep(GREETING_MS, undefined, { ref: false })]),
  );
}

/** A hello takes this long only where Redis says nothing: who is let in is not kept waiting for that. */
const GREETING_MS = 500;

/** Lets a device hear its member's events, and says which version it should have. */
async function greet(options: Admission, socket: LiveSocket): Promise<void> {
  await socket.join(rooms.user(socket.data.session.member));
  // From here on the member's channel is heard, so no event falls between the version that the hello names and the first
  // one that arrives.
  await options.subscribed().catch(() => undefined);
  await tick(options, socket);
}

async function tickAll(io: Server, options: AttachOptions): Promise<void> {
  const holding = await endLostSessions(socketsOf(io), options);
  // A socket that left meanwhile must not be recorded as focused.
  await Promise.all(holding.filter(({ connected }) => connected).map((socket) => tick(options, socket)));
}

/** Closes the sockets whose sessions have ended by what the store says, and answers the others. */
async function endLostSessions(
  sockets: readonly LiveSocket[],
  options: Pick<AttachOptions, 'core' | 'now'>,
): Promise<LiveSocket[]> {
  const holding: LiveSocket[] = [];
  for (let at = 0; at < sockets.length; at += SESSIONS_AT_ONCE) {
    const some = sockets.slice(at, at + SESSIONS_AT_ONCE);
    const states = await Promise.all(some.map((socket) => sessionHolds(options, socket)));
    for (const [index, socket] of some.entries()) {
      if (states[index]) {
        holding.push(socket);
        continue;
      }
      (socket as unknown as { emit(name: string, payload: unknown): void }).emit(sessionEnded.name, {});
      socket.disconnect(true);
    }
  }
  return holding;
}

/** False once the session was ended. While the store is away, sessions are taken to hold. */
async function sessionHolds(
  options: Pick<AttachOptions, 'core' | 'now'>,
  socket: LiveSocket,
): Promise<boolean> {
  try {
    const session = await options.core.accounts.authenticate(socket.data.session.secret);
    if (session?.status !== 'active') return false;
    lookAtItsEnd(options, socket, session.until);
    return true;
  } catch {
    return true;
  }
}

/** A session that ends by itself before the next round is asked for at its end: nobody says so to its sockets. */
function lookAtItsEnd(options: Pick<AttachOptions, 'core' | 'now'>, socket: LiveSocket, until: number): void {
  const leftMs = until - options.now();
  if (leftMs > TICK_MS) return;
  setTimeout(() => void (socket.connected && endLostSessions([socket], options)), leftMs + 1).unref();
}

async function tick(
  options: Pick<AttachOptions, 'publisher' | 'presence' | 'logger' | 'now'>,
  socket: LiveSocket,
): Promise<void> {
  const { session, focus } = socket.data;
  const { member } = session;
  try {
    const [position] = await Promise.all([
      options.publisher.positionOf(member),
      options.presence.seen(member),
      // A member may look at one page for long without any event. Renew the focus, or a push would follow.
      focus !== undefined && options.presence.focus(member, socket.id, focus),
    ]);
    const payload = { ...position, serverAt: options.now(), stale: socket.data.isStale };
    socket.data.isStale = false;
    (socket as unknown as { emit(name: string, payload: unknown): void }).emit(syncTicked.name, payload);
  } catch (error) {
    options.logger.debug({ reason: String(error) }, 'tick without version');
  }
}
