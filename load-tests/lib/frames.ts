/**
 * The Engine.IO 4 / Socket.IO 5 text frames a load client needs, without their libraries: k6 speaks only WebSocket, and
 * a load client should cost less than what it measures. Works in k6 and in Node; a test holds it against the server.
 *
 *   server  0{…}            open: session and heartbeat
 *   client  40              enter the main namespace      server  40{sid}  entered   44{…}  refused
 *   client  42<id>[…]       an event that wants an ack    server  43<id>[…]  its ack
 *   server  42[…]           an event                      server  2  ping, answered by  3  pong
 */
export type Frame =
  | { type: 'open'; pingInterval: number; pingTimeout: number }
  | { type: 'ping' }
  | { type: 'entered' }
  | { type: 'refused'; message: string }
  | { type: 'event'; name: string; payload: unknown }
  | { type: 'ack'; id: number; payload: unknown }
  | { type: 'closed' }
  | { type: 'other' };

/** Path and query of the socket on a gateway. */
export const SOCKET_PATH = '/socket.io/?EIO=4&transport=websocket';
export const PONG = '3';
export const ENTER = '40';

/** An event that wants an ack. `payload` is one JSON value, as every contract has. */
export function eventFrame(id: number, name: string, payload: unknown): string {
  return `42${id}${JSON.stringify([name, payload])}`;
}

/** Reads one text frame. What a load client has no use for is `other`. */
export function parseFrame(text: string): Frame {
  if (text === '2') return { type: 'ping' };
  const kind = text.slice(0, 2);
  if (kind === '42') {
    const [name, payload] = JSON.parse(text.slice(text.indexOf('['))) as [string, unknown];
    return { type: 'event', name, payload };
  }
  if (kind === '43') {
    const start = text.indexOf('[');
    const [payload] = JSON.parse(text.slice(start)) as [unknown];
    return { type: 'ack', id: Number(text.slice(2, start)), payload };
  }
  if (kind === '40') return { type: 'entered' };
  if (kind === '44')
    return { type: 'refused', message: (JSON.parse(text.slice(2)) as { message: string }).message };
  if (text === '41' || text === '1') return { type: 'closed' };
  if (text.startsWith('0')) {
    const { pingInterval, pingTimeout } = JSON.parse(text.slice(1)) as {
      pingInterval: number;
      pingTimeout: number;
    };
    return { type: 'open', pingInterval, pingTimeout };
  }
  return { type: 'other' };
}
