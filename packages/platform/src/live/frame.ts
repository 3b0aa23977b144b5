import type { Server } from 'socket.io';

/** A connection below Socket.IO, as far as its frames are concerned. */
interface Connection {
  write(data: unknown, options?: object, done?: () => void): unknown;
}

/** The same, as far as what waits in it is concerned. */
interface Backlog extends Connection {
  request: { socket: Wire };
  readyState: string;
  isWatched?: boolean;
  writeBuffer: readonly { data?: unknown; options?: { wsPreEncodedFrame?: readonly Buffer[] } }[];
  transport: { socket?: { bufferedAmount: number; terminate(): void } };
}

/**
 * How much may wait for a socket that reads too slowly, and who hears of one that was cut off. Beyond the bound it has
 * a second to catch up, since a burst is no fault of the reader; beyond four times as much it has none.
 */
export interface SlowReaders {
  maxWaitingBytes: number;
  onCut(waitingBytes: number): void;
}

const PATIENCE_MS = 1_000;
const PATIENCE_BYTES = 4;

/** Only every so many waiting packets are they weighed: a reader that keeps up has none waiting. */
const WEIGH_EVERY = 16;

/** One unmasked text frame, header and all (RFC 6455, 5.2), so that it leaves in one write. */
export function webSocketFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = 0x81;
  if (headerLength === 2) {
    frame[1] = length;
  } else if (headerLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerLength);
  return frame;
}

/** Writes a packet as the frame that was made of it; `packet` includes the Engine.IO `4` of a message. */
export function writeFrame(connection: unknown, packet: string, frame: Buffer): void {
  // The engine puts the `4` before what it is given; the frame has it already.
  const options = { compress: false, wsPreEncodedFrame: [frame] };
  (connection as Connection).write(packet.slice(1), options);
}

/** What a connection is written to. */
interface Wire {
  cork(): void;
  uncork(): void;
}

/** Wires with answers of this turn of the event loop. */
const held = new Set<Wire>();

/**
 * Holds answers until all that arrived together is answered. Each write wakes the process at the other end, or the
 * network; one right after the other they wake it once, and a tenth of what an acknowledgement takes is saved.
 */
function hold(wire: Wire): void {
  if (held.has(wire)) return;
  if (held.size === 0) setImmediate(release);
  held.add(wire);
  wire.cork();
}

function release(): void {
  for (const wire of held) wire.uncork();
  held.clear();
}

/**
 * Makes each answer of a server leave in one buffer. Otherwise header and text go to the kernel as two pieces, which
 * cost more than all else an acknowledgement takes. A socket for which more waits than it may is cut off: its client
 * comes back and fetches, and this process holds no more for it than the bound.
 */
export function packFrames(io: Server, slow?: SlowReaders): void {
  io.engine.on('connection', (connection: Backlog) => {
    const wire = connection.request.socket;
    const write = connection.write.bind(connection);
    connection.write = (data, options, done) => {
      const isAnswer = typeof data === 'string' && !(options && 'wsPreEncodedFrame' in options);
      if (isAnswer) hold(wire);
      const written = isAnswer
        ? write(data, { ...options, wsPreEncodedFrame: [webSocketFrame(`4${data}`)] }, done)
        : write(data, options, done);
      const waiting = connection.writeBuffer.length;
      if (slow && waiting > 0 && waiting % WEIGH_EVERY === 0) cutIfSlow(connection, slow);
      return written;
    };
  });
}

/** Cuts a reader off that is far too slow, and looks again in a moment at one that is too slow. */
function cutIfSlow(connection: Backlog, slow: SlowReaders): void {
  const waiting = waitingBytes(connection);
  if (waiting > slow.maxWaitingBytes * PATIENCE_BYTES) return cut(connection, slow, waiting);
  if (waiting <= slow.maxWaitingBytes || connection.isWatched) return;
  connection.isWatched = true;
  setTimeout(() => {
    connection.isWatched = false;
    const still = waitingBytes(connection);
    if (still > slow.maxWaitingBytes) cut(connection, slow, still);
  }, PATIENCE_MS).unref();
}

function waitingBytes({ writeBuffer, transport }: Backlog): number {
  const packets = writeBuffer.map(
    ({ data, options }) => options?.wsPreEncodedFrame?.[0]?.length ?? String(data).length,
  );
  return packets.reduce((sum, bytes) => sum + bytes, transport.socket?.bufferedAmount ?? 0);
}

function cut({ readyState, transport }: Backlog, slow: SlowReaders, waiting: number): void {
  if (readyState !== 'open') return;
  slow.onCut(waiting);
  transport.socket?.terminate();
}
