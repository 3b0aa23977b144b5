import type { ErrorCode, InboundContract, InputOf, OutputOf, Result } from '@heartline/contracts';
import type { Socket } from 'socket.io-client';

/** The message never got an answer: no connection, or none in time. Whether it arrived is not known. */
export class Unreached extends Error {
  constructor() {
    super('The server was not reached.');
    this.name = 'Unreached';
  }
}

/** One connection to the server, which mends itself. */
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
  /** Id of the member this page was loaded for: the server lets nobody else in over it. */
  member: string;
  onEvent(name: string, payload: unknown): void;
  onConnection(isConnected: boolean): void;
  /** Somebody else is signed in to this browser now. */
  onAnotherMember(): void;
}

const ANSWER_MS = 10_000;
/** The server says something at least this often (25 s), and a little. A line silent for longer is looked after. */
const SILENCE_MS = 30_000;
/** A server that turned the connection away is asked again after this, and up to as much again. */
const REFUSED_MS = 5_000;
/** Who presses or types waits for the line: it is tried then, at most this often, and not where the server said later. */
const PRESSED_MS = 2_000;

/** Connects with the page's own cookie, by websocket only, and keeps connecting: quickly at first, then calmly. */
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
    // Socket.IO tries again by itself except after a refusal or when the server hung up.
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
        // Not a word since the question: half of the line is gone. A new one is quicker than waiting for the ping.
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

/** What the device and who sits at it say of the line is quicker than any timer. Returns how to stop. */
function followDevice(socket: Socket, activity: Activity): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  // After a sleep the line is often dead and nobody said so; the timers that would tell slept too.
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

/** How long the server has not said a word. */
interface Activity {
  silentMs(): number;
}

/** Hears everything the server says, pings too. Time is the device's: a jump of its clock costs one connection. */
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

/** Connects at once: what waits for its next try does not hear `connect`, what is being tried goes on. */
function dial(socket: Socket): void {
  if (isIdle(socket)) redial(socket);
  else socket.connect();
}

/** No line, and none is being tried now. */
const isIdle = (socket: Socket): boolean => socket.io.engine?.readyState === 'closed';

/** Hangs up and connects again at once. */
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
