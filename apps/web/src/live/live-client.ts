import type { ErrorCode, InboundContract, InputOf, OutputOf, Result } from '@heartline/contracts';
import type { Socket } from 'socket.io-client';

/** A message without an answer: no connection, or a timeout. It may still have arrived. */
export class Unreached extends Error {
  constructor() {
    super('The server was not reached.');
    this.name = 'Unreached';
  }
}

/** A connection to the server that reconnects by itself. */
export interface LiveClient {
  isConnected(): boolean;
  /**
   * Sends one event and waits for its answer.
   * @throws {Unreached} without a connection, or without an answer in time.
   */
  request<C extends InboundContract>(contract: C, input: InputOf<C>): Promise<Result<OutputOf<C>>>;
  close(): void;
}

export interface LiveClientPorts {
  /** Id of the member this page was loaded for. The server accepts no other member's session. */
  member: string;
  onEvent(name: string, payload: unknown): void;
  onConnection(isConnected: boolean): void;
  /** Another member is signed in to this browser now. */
  onAnotherMember(): void;
}

const ANSWER_MS = 10_000;
/** The server sends something at least every 25 s. A connection silent for this long is checked. */
const SILENCE_MS = 30_000;
/** Wait before a reconnect after a refusal; plus up to as much again. */
const REFUSED_MS = 5_000;
/** Minimum time between reconnects that a press or a key triggers. None is triggered while the server asked to wait. */
const PRESSED_MS = 2_000;

/** Connects with the page's cookie, by websocket only. Reconnects quickly at first, then less often. */
export async function connectLive(ports: LiveClientPorts): Promise<LiveClient> {
  const { member, onEvent, onConnection, onAnotherMember } = ports;
  const { io } = await import('socket.io-client');
  const socket = io({
    transports: ['websocket'],
    withCredentials: true,
    auth: { member },
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.5,
  });
  let again: ReturnType<typeof setTimeout> | undefined;
  const reconnectLater = () => {
    clearTimeout(again);
    // Socket.IO reconnects by itself except after a refusal or when the server closed the connection.
    if (!socket.active) again = setTimeout(() => socket.connect(), REFUSED_MS * (1 + Math.random()));
  };
  const activity = watchActivity(socket);
  const stopFollowing = followDevice(socket, activity);

  socket.onAny(onEvent);
  socket.on('connect', () => onConnection(true));
  socket.on('disconnect', (reason) => {
    onConnection(false);
    if (reason === 'io server disconnect') reconnectLater();
  });
  socket.on('connect_error', ({ message }) => {
    if (message === ('ANOTHER_MEMBER' satisfies ErrorCode)) onAnotherMember();
    reconnectLater();
  });

  return {
    isConnected: () => socket.connected,
    async request(contract, input) {
      try {
        return await request(socket, contract, input);
      } catch (error) {
        // No packet since the request: the connection is half open. A new one is quicker than waiting for the ping.
        if (socket.connected && activity.silentMs() >= ANSWER_MS) redial(socket);
        throw error;
      }
    },
    close() {
      clearTimeout(again);
      stopFollowing();
      socket.removeAllListeners();
      socket.disconnect();
    },
  };
}

/**
 * Events of the device and the user reveal the state of the connection sooner than a timer. Returns the unsubscribe
 * function.
 */
function followDevice(socket: Socket, activity: Activity): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  // After a sleep the connection is often dead. No event says so, and the timers slept too.
  const onAwake = () => {
    if (document.visibilityState === 'hidden') return;
    if (!socket.connected) dial(socket);
    else if (activity.silentMs() > SILENCE_MS) redial(socket);
  };
  let pressedAt = 0;
  const onPress = () => {
    if (!socket.active || !isIdle(socket) || Math.abs(Date.now() - pressedAt) < PRESSED_MS) return;
    pressedAt = Date.now();
    dial(socket);
  };
  // A browser keeps a dead socket open for a while.
  addEventListener('offline', () => socket.disconnect(), { signal });
  addEventListener('online', () => dial(socket), { signal });
  addEventListener('pageshow', onAwake, { signal });
  document.addEventListener('visibilitychange', onAwake, { signal });
  for (const press of ['pointerdown', 'keydown']) {
    addEventListener(press, onPress, { signal, capture: true, passive: true });
  }
  return () => ending.abort();
}

/** The time since the server's last packet. */
interface Activity {
  silentMs(): number;
}

/**
 * Counts every packet of the server, pings too. It uses the device's clock: a jump of the clock costs one reconnect.
 */
function watchActivity(socket: Socket): Activity {
  let receivedAt = Date.now();
  const noteReceived = () => {
    receivedAt = Date.now();
  };
  socket.on('connect', () => {
    noteReceived();
    socket.io.engine.on('packet', noteReceived);
  });
  return { silentMs: () => Math.abs(Date.now() - receivedAt) };
}

/** Connects at once. Resets a pending wait; an attempt that is running continues. */
function dial(socket: Socket): void {
  if (isIdle(socket)) redial(socket);
  else socket.connect();
}

/** True when there is no connection and no attempt is running. */
const isIdle = (socket: Socket): boolean => socket.io.engine?.readyState === 'closed';

/** Closes the connection and connects again at once. */
function redial(socket: Socket): void {
  socket.disconnect().connect();
}

async function request<C extends InboundContract>(
  socket: Socket,
  contract: C,
  input: InputOf<C>,
): Promise<Result<OutputOf<C>>> {
  if (!socket.connected) throw new Unreached();
  try {
    return (await socket.timeout(ANSWER_MS).emitWithAck(contract.name, input)) as Result<OutputOf<C>>;
  } catch {
    throw new Unreached();
  }
}
