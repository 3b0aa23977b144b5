/**
 * The Engine.IO 4 / Socket.IO 5 text frames a load client needs, without their libraries: k6 speaks only WebSocket, and
 * a load client should cost less than what it measures. Works in k6 and in Node; a test holds it against the server.
 *
 *   server  0{…}            open: session and heartbeat
 *   client  40              enter the main namespace      server  40{sid}  entered   44{…}  refused
 *   client  42<id>[…]       an event that wants an ack    server  43<id>[…]  its ack
 *   server  42[…]           an event                      server  2  ping, answered by  3  pong
 *
 * What an event or an ack says is left as `json`: in k6, parsing all of it costs more than everything else a frame does.
 */
export type Frame =
  | { type: 'open'; pingInterval: number; pingTimeout: number }
  | { type: 'ping' }
  | { type: 'entered' }
  | { type: 'refused'; message: string }
  | { type: 'event'; name: string; json: string }
  | { type: 'ack'; id: number; json: string }
  | { type: 'closed' }
  | { type: 'other' };

/** Path and query of the socket on a gateway. */
export const SOCKET_PATH = '/socket.io/?EIO=4&transport=websocket';
export const PONG = '3';
export const ENTER = '40';

/** An event that wants an ack. `payload` is one JSON value, as every contract has. */
export function eventFrame(id: number, name: string, payload: unknown): string {
  return jsonFrame(id, name, JSON.stringify(payload));
}

/** The same with a payload that is JSON already. */
export function jsonFrame(id: number, name: string, json: string): string {
  return `42${id}["${name}",${json}]`;
}

/** Reads one text frame. What a load client has no use for is `other`. */
export function parseFrame(text: string): Frame {
  if (text === '2') return { type: 'ping' };
  const kind = text.slice(0, 2);
  if (kind === '42') {
    const start = text.indexOf('["') + 2;
    const end = text.indexOf('"', start);
    return { type: 'event', name: text.slice(start, end), json: text.slice(end + 2, -1) };
  }
  if (kind === '43') {
    const start = text.indexOf('[');
    return { type: 'ack', id: Number(text.slice(2, start)), json: text.slice(start + 1, -1) };
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

/**
 * Reads the first string called `key` out of JSON, '' where there is none. What a member writes is never taken for a
 * key: quotes within a text are escaped.
 */
export function stringOf(key: string): (json: string) => string {
  const mark = `"${key}":"`;
  return (json) => {
    const at = json.indexOf(mark);
    return at < 0 ? '' : json.slice(at + mark.length, json.indexOf('"', at + mark.length));
  };
}

/** Reads the first whole number called `key` out of JSON. */
export function numberOf(key: string): (json: string) => number {
  const mark = `"${key}":`;
  return (json) => {
    const at = json.indexOf(mark);
    return at < 0 ? Number.NaN : Number.parseInt(json.slice(at + mark.length, at + mark.length + DIGITS), 10);
  };
}

const DIGITS = 16;
