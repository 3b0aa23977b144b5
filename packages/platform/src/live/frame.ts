import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Server } from 'socket.io';

/**
 * Limit of the bytes buffered for a slow socket, and a callback when one is cut off.
 *
 * - Above the limit, the socket has one second to catch up: a burst is not the reader's fault.
 * - Above four times the limit, it is cut off at once.
 */
export interface SlowReaders {
  maxWaitingBytes: number;
  onCut(waitingBytes: number): void;
}

const CATCH_UP_MS = 1_000;
const CUT_OFF_FACTOR = 4;

/** A connection below Socket.IO, as far as sending is concerned. */
interface Connection {
  request: { socket: Socket };
  readyState: string;
  write: typeof writePacked;
  /** A list of Engine.IO. An array grown by `push` reserves space for sixteen entries. */
  cleanupFn: unknown[];
  transport: { socket: EventEmitter };
  [OUTLET]?: Outlet;
}

const OUTLET = Symbol('outlet');

interface Broadcast {
  wsPreEncodedFrame?: readonly Buffer[];
}

/** Header size of one unmasked text frame of this length in bytes (RFC 6455, 5.2). */
function headerLength(length: number): number {
  return length < 126 ? 2 : length < 65_536 ? 4 : 10;
}

function emptyFrame(length: number): Buffer {
  const header = headerLength(length);
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = 0x81;
  if (header === 2) {
    frame[1] = length;
  } else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  return frame;
}

/** A text as one frame including its header, so it leaves in one write. */
export function frameOfText(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = emptyFrame(length);
  frame.write(text, headerLength(length));
  return frame;
}

/** A packet as Engine.IO passes it, without the `4` of a message. A broadcast's frame is made once for all sockets. */
function frameOf(data: string, broadcast?: Broadcast): Buffer {
  if (!broadcast?.wsPreEncodedFrame) return frameOfText(`4${data}`);
  if (broadcast.wsPreEncodedFrame.length > 1) {
    broadcast.wsPreEncodedFrame = [Buffer.concat(broadcast.wsPreEncodedFrame)];
  }
  return broadcast.wsPreEncodedFrame[0] as Buffer;
}

/** The bytes of a text from `start` on, as one frame. */
export function frameOfBytes(bytes: Buffer, start: number): Buffer {
  const length = bytes.length - start;
  const frame = emptyFrame(length);
  bytes.copy(frame, headerLength(length), start);
  return frame;
}

/** Writes a frame to one connection of a server with packed frames. One frame buffer serves all recipients. */
export function writeFrame(connection: unknown, frame: Buffer): void {
  (connection as Connection)[OUTLET]?.write(frame);
}

/**
 * Output of one connection. Frames gather until the end of this turn of the event loop, because each write wakes the
 * reader or the network. They bypass Engine.IO's queue, whose callback after each write costs as much as an
 * acknowledgement, so `weigh` sees all buffered bytes.
 */
class Outlet {
  readonly #connection: Connection;
  readonly #wire: Socket;
  readonly #slow: SlowReaders | undefined;
  #isWatched = false;

  constructor(connection: Connection, slow: SlowReaders | undefined) {
    this.#connection = connection;
    this.#wire = connection.request.socket;
    this.#slow = slow;
  }

  write(frame: Buffer): void {
    if (this.#connection.readyState !== 'open') return;
    if (this.#wire.writableCorked === 0) this.#hold();
    this.#wire.write(frame);
  }

  #hold(): void {
    if (held.length === 0) setImmediate(release);
    held.push(this);
    this.#wire.cork();
  }

  release(): void {
    this.#wire.uncork();
    this.weigh();
  }

  /** Checks how many bytes are buffered. */
  weigh(): void {
    if (this.#slow && this.#wire.writableLength > this.#slow.maxWaitingBytes) this.#cutIfSlow(this.#slow);
  }

  /** Cuts off a reader above four times the limit; checks a reader above the limit again in a second. */
  #cutIfSlow(slow: SlowReaders): void {
    if (this.#wire.writableLength > slow.maxWaitingBytes * CUT_OFF_FACTOR) return this.#cut(slow);
    if (this.#isWatched) return;
    this.#isWatched = true;
    setTimeout(() => {
      this.#isWatched = false;
      if (this.#wire.writableLength > slow.maxWaitingBytes) this.#cut(slow);
    }, CATCH_UP_MS).unref();
  }

  #cut(slow: SlowReaders): void {
    if (this.#wire.destroyed) return;
    slow.onCut(this.#wire.writableLength);
    this.#wire.destroy();
  }
}

/** Connections that were written to in this turn of the event loop. */
let held: Outlet[] = [];

function release(): void {
  const now = held;
  held = [];
  for (const outlet of now) outlet.release();
}

/**
 * Sends every packet of a server as one buffer, together with all others of the same turn. A socket above its buffer
 * limit is cut off, which bounds the memory it takes. Its client reconnects and fetches.
 */
export function packFrames(io: Server, slow?: SlowReaders): void {
  io.engine.on('connection', (connection: Connection) => {
    const outlet = new Outlet(connection, slow);
    connection[OUTLET] = outlet;
    // The WebSocket answers pings itself, past `writePacked`. This stops a client that sends pings and reads no answer.
    connection.transport.socket.on('ping', () => outlet.weigh());
    connection.write = writePacked;
    connection.cleanupFn = connection.cleanupFn.slice();
    forgetUpgrade(connection.transport.socket);
  });
}

/** Removes Engine.IO's listener for the upgrade, which would keep all objects of the upgrade in memory. */
function forgetUpgrade(webSocket: EventEmitter): void {
  const early = webSocket.listeners('error').find(({ name }) => name === 'onUpgradeError');
  if (early) webSocket.off('error', early as () => void);
}

/** One function for all connections. */
function writePacked(this: Connection, data: string, options?: Broadcast): void {
  this[OUTLET]?.write(frameOf(data, options));
}

/**
 * Combines all writes to a stream in this turn of the event loop, such as the parts of a handshake, into one. With
 * `work`, it combines all writes until the turn in which `work` settles.
 */
export function leaveTogether(wire: Socket, work?: Promise<unknown>): void {
  wire.cork();
  const leave = () => void setImmediate(() => wire.uncork());
  if (work) work.then(leave, leave);
  else leave();
}
