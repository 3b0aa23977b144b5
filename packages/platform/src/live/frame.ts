import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Server } from 'socket.io';

/**
 * How much may wait for a socket that reads too slowly, and who hears of one that was cut off. Beyond the bound it has
 * a second to catch up, since a burst is no fault of the reader; beyond four times as much it has none.
 */
export interface SlowReaders {
  maxWaitingBytes: number;
  onCut(waitingBytes: number): void;
}

const TIMEOUT_MS = 1_000;
const SLOW_READER_BYTES = 4;

/** A connection below Socket.IO, as far as what it sends is concerned. */
interface Connection {
  request: { socket: Socket };
  readyState: string;
  write: typeof writePacked;
  /** Engine.IO's own; a list that grew by itself keeps room for sixteen. */
  cleanupFn: unknown[];
  transport: { socket: EventEmitter };
  [OUTLET]?: Outlet;
}

const OUTLET = Symbol('outlet');

interface Broadcast {
  wsPreEncodedFrame?: readonly Buffer[];
}

/** Room for the header of one unmasked text frame of so many bytes (RFC 6455, 5.2). */
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

/** A text as one frame, header and all, so that it leaves in one write. */
export function frameOfText(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = emptyFrame(length);
  frame.write(text, headerLength(length));
  return frame;
}

/** A packet as Engine.IO is given it, without the `4` of a message. A broadcast's frame is made once for all sockets. */
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

/** Writes a frame, made once for all who get it, to one connection of a server whose frames are packed. */
export function writeFrame(connection: unknown, frame: Buffer): void {
  (connection as Connection)[OUTLET]?.write(frame);
}

/**
 * The way out of one connection. What is written waits for the end of this turn of the event loop and then leaves
 * together: each write wakes the process at the other end, or the network, and one right after the other they wake it
 * once. It goes to the stream itself, past Engine.IO's queue, whose way back from each write costs as much as an
 * acknowledgement; so what waits for a slow reader waits in one place, where it is weighed.
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

  /** Looks whether too much waits. */
  weigh(): void {
    if (this.#slow && this.#wire.writableLength > this.#slow.maxWaitingBytes) this.#cutIfSlow(this.#slow);
  }

  /** Cuts a reader off that is far too slow, and looks again in a moment at one that is too slow. */
  #cutIfSlow(slow: SlowReaders): void {
    if (this.#wire.writableLength > slow.maxWaitingBytes * SLOW_READER_BYTES) return this.#cut(slow);
    if (this.#isWatched) return;
    this.#isWatched = true;
    setTimeout(() => {
      this.#isWatched = false;
      if (this.#wire.writableLength > slow.maxWaitingBytes) this.#cut(slow);
    }, TIMEOUT_MS).unref();
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
 * Makes every packet of a server leave as one buffer, together with what else leaves in the same turn. A socket for
 * which more waits than it may is cut off: its client comes back and fetches, and this process holds no more for it
 * than the bound.
 */
export function packFrames(io: Server, slow?: SlowReaders): void {
  io.engine.on('connection', (connection: Connection) => {
    const outlet = new Outlet(connection, slow);
    connection[OUTLET] = outlet;
    // Pings of the WebSocket itself are answered past us: who sends them and reads no answer is weighed here.
    connection.transport.socket.on('ping', () => outlet.weigh());
    connection.write = writePacked;
    connection.cleanupFn = connection.cleanupFn.slice();
    forgetUpgrade(connection.transport.socket);
  });
}

/** Engine.IO's listener for the time of the upgrade would stay, and keep all that was there then. */
function forgetUpgrade(webSocket: EventEmitter): void {
  const early = webSocket.listeners('error').find(({ name }) => name === 'onUpgradeError');
  if (early) webSocket.off('error', early as () => void);
}

/** One for all connections. */
function writePacked(this: Connection, data: string, options?: Broadcast): void {
  this[OUTLET]?.write(frameOf(data, options));
}

/**
 * What is written to a stream in this turn of the event loop, such as the parts of a handshake, leaves together; with
 * `work`, all that is written up to the turn in which it ends, however it ends.
 */
export function leaveTogether(wire: Socket, work?: Promise<unknown>): void {
  wire.cork();
  const leave = () => void setImmediate(() => wire.uncork());
  if (work) work.then(leave, leave);
  else leave();
}
