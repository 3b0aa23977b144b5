/**
 * The text frames of Engine.IO 4 and Socket.IO 5 that a load client needs, for k6 and Node, without a library. k6
 * speaks only WebSocket, and a load client should cost less than the server. A test checks it against the server.
 *
 *     server  0{…}      open: session and heartbeat
 *     client  40        enter the main namespace
 *     server  40{sid}   entered; 44{…} means refused
 *     client  42<id>[…] an event that wants an ack
 *     server  43<id>[…] its ack
 *     server  42[…]     an event
 *     server  2         ping; the client answers 3, pong
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

/** An event with a payload that is JSON already. */
export function jsonFrame(id: number, name: string, json: string): string {
  return `42${id}["${name}",${json}]`;
}

/**
 * Reads one text frame; `other` is a frame that a load client does not need. Leaves the content of events and acks as
 * `json`, since in k6 parsing costs more than all other work on a frame.
 */
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
 * Reads the first string called `key` out of JSON; returns '' if there is none. Text that a member writes cannot match,
 * since JSON escapes the quotes in it.
 */
export function stringOf(key: string): (json: string) => string {
  const mark = `"${key}":"`;
  return (json) => {
    const at = json.indexOf(mark);
    return at < 0 ? '' : json.slice(at + mark.length, json.indexOf('"', at + mark.length));
  };
}

/** Reads the first whole number called `key` out of JSON; returns NaN if there is none. */
export function numberOf(key: string): (json: string) => number {
  const mark = `"${key}":`;
  return (json) => {
    const at = json.indexOf(mark);
    return at < 0 ? Number.NaN : Number.parseInt(json.slice(at + mark.length, at + mark.length + DIGITS), 10);
  };
}

const DIGITS = 16;
