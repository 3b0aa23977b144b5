import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { ENTER, PONG, SOCKET_PATH } from '../lib/frames.ts';

/**
 * A WebSocket by hand on plain TCP, for closed loops in which the client must cost less than any server. It builds
 * frames once, sends them repeatedly, and counts the answers by their headers.
 */
export interface Wire {
  write(frame: Buffer): void;
  /** Stops reading until `resume`: data that the kernel cannot hold stays at the server. */
  pause(): void;
  resume(): void;
  onClose(listener: () => void): void;
  close(): void;
}

/** Connects and upgrades; `onText` gets the payload of every text frame. */
export function openWire(
  options: { port: number; path: string; headers: Record<string, string>; from?: string },
  onText: (payload: Buffer) => void,
): Promise<Wire> {
  const { port, from } = options;
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    ...(from ? { localAddress: from } : {}),
  });
  const head = [
    `GET ${options.path} HTTP/1.1`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ...Object.entries(options.headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    let upgraded = false;
    const read = createReader(onText);
    socket.on('data', (chunk: Buffer) => {
      if (upgraded) return read(chunk);
      const end = chunk.indexOf('\r\n\r\n');
      if (!chunk.toString('latin1', 0, 12).endsWith('101')) return reject(new Error(chunk.toString()));
      upgraded = true;
      resolve(wireOf(socket));
      if (chunk.length > end + 4) read(chunk.subarray(end + 4));
    });
  });
}

/** Address and headers for a client without a browser: browsers send these by themselves. */
export interface Endpoint {
  /** `http://127.0.0.1:port`, since Node does not resolve `a.localhost`. */
  address: string;
  /** Host and origin that the gateway expects. */
  origin: string;
  /** Value of the Cookie header. */
  cookie: string;
}

/** First bytes of server frames: packets of Engine.IO, and of Socket.IO within its messages. */
const PING = byteOf('2');
const MESSAGE = byteOf('4');
const ENTERED = byteOf('0');
const REFUSED = byteOf('4');

/**
 * Opens a member's socket and enters; rejects if the gateway refuses. Answers heartbeats; `onText` gets events and
 * acknowledgements, the first perhaps before this resolves.
 */
export async function enterWire(
  { address, origin, cookie }: Endpoint,
  onText: (payload: Buffer) => void,
  from?: string,
): Promise<Wire> {
  const { promise: entered, resolve, reject } = Promise.withResolvers<void>();
  const headers = { Host: new URL(origin).host, Origin: origin, Cookie: cookie };
  const port = Number(new URL(address).port);
  const wire = await openWire({ port, path: SOCKET_PATH, headers, ...(from ? { from } : {}) }, (payload) => {
    if (payload[0] === PING) wire.write(pong);
    if (payload[0] !== MESSAGE) return;
    if (payload[1] === ENTERED) resolve();
    else if (payload[1] === REFUSED) reject(new Error(`refused: ${payload.toString()}`));
    else onText(payload);
  });
  wire.onClose(() => reject(new Error('socket closed before it entered')));
  wire.write(textFrame(ENTER));
  await entered;
  return wire;
}

function byteOf(character: string): number {
  return character.charCodeAt(0);
}

function wireOf(socket: Socket): Wire {
  return {
    write: (frame) => socket.write(frame),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    onClose: (listener) => socket.once('close', listener),
    close: () => socket.destroy(),
  };
}

/** A text frame masked by zeros, as a client must mask: valid, and without cost. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const start = length < 126 ? 6 : 8;
  const frame = Buffer.alloc(start + length);
  frame[0] = 0x81;
  frame[1] = 0x80 | (length < 126 ? length : 126);
  if (length >= 126) frame.writeUInt16BE(length, 2);
  frame.write(text, start);
  return frame;
}

const pong = textFrame(PONG);

/** Splits a stream of unmasked server frames shorter than 64 KiB. */
function createReader(onText: (payload: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    // The shortest frame, a heartbeat, has three bytes.
    while (bytes.length - at >= 2) {
      const short = (bytes[at + 1] as number) & 127;
      if (short === 126 && bytes.length - at < 4) break;
      const start = short === 126 ? at + 4 : at + 2;
      const end = start + (short === 126 ? bytes.readUInt16BE(at + 2) : short);
      if (end > bytes.length) break;
      if (bytes[at] === 0x81) onText(bytes.subarray(start, end));
      at = end;
    }
    rest = bytes.subarray(at);
  };
}
