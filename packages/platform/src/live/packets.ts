/**
 * Socket.IO's packets on the wire (its protocol 5), text only. The library's own parser also collects attachments and
 * searches every packet for them, which is not needed here.
 *
 * ```
 * type │ "/namespace," unless main │ number of an acknowledgement │ JSON
 * ```
 */
interface Packet {
  type: number;
  nsp: string;
  id?: number;
  data?: unknown;
}

const CONNECT = 0;
const DISCONNECT = 1;
const EVENT = 2;
const ACK = 3;

/** Event names reserved by Socket.IO. */
const RESERVED = new Set([
  'connect',
  'connect_error',
  'disconnect',
  'disconnecting',
  'newListener',
  'removeListener',
]);

class Encoder {
  encode({ type, nsp, id, data }: Packet): [string] {
    const place = nsp === '/' ? '' : `${nsp},`;
    return [`${type}${place}${id ?? ''}${data === undefined ? '' : JSON.stringify(data)}`];
  }
}

/** Above the number and length of the real namespaces, to bound the memory for requested ones. */
const MOST_PLACES = 4;
const LONGEST_PLACE = 32;

/**
 * One decoder for each connection; an invalid packet throws, which ends the connection. A second CONNECT to the same
 * namespace is ignored, because the server would make another socket for each. Socket.IO's client sends one when
 * `connect` is called while it waits.
 */
class Decoder {
  #notify: (packet: Packet) => void = () => {};
  readonly #asked: string[] = [];

  on(_decoded: string, notify: (packet: Packet) => void): void {
    this.#notify = notify;
  }

  add(text: unknown): void {
    if (typeof text !== 'string') throw new Error('packet rejected: not text');
    const packet = decode(text);
    if (packet.type !== CONNECT || this.#isNew(packet.nsp)) this.#notify(packet);
  }

  #isNew(place: string): boolean {
    if (this.#asked.includes(place)) return false;
    if (place.length > LONGEST_PLACE || this.#asked.push(place) > MOST_PLACES)
      throw new Error('packet rejected: too many namespaces');
    return true;
  }

  removeListener(): void {
    this.#notify = () => {};
  }

  destroy(): void {}
}

function decode(text: string): Packet {
  const packet: Packet = { type: digitAt(text, 0), nsp: '/' };
  let at = 1;
  if (text[1] === '/') {
    const comma = text.indexOf(',');
    const end = comma < 0 ? text.length : comma;
    packet.nsp = text.slice(1, end);
    at = end + 1;
  }
  for (let digit = digitAt(text, at); digit >= 0; digit = digitAt(text, at)) {
    packet.id = (packet.id ?? 0) * 10 + digit;
    at += 1;
  }
  if (at < text.length) packet.data = JSON.parse(text.slice(at));
  if (!isSound(packet)) throw new Error('packet rejected: invalid');
  return packet;
}

/** The digit at this position, or -1. */
function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 48;
  return digit >= 0 && digit <= 9 ? digit : -1;
}

function isSound({ type, data }: Packet): boolean {
  if (type === EVENT) return Array.isArray(data) && typeof data[0] === 'string' && !RESERVED.has(data[0]);
  if (type === ACK) return Array.isArray(data);
  if (type === CONNECT) return data === undefined || (Object(data) === data && !Array.isArray(data));
  return type === DISCONNECT && data === undefined;
}

/** The `parser` option of a Socket.IO server. */
export const packets = { Encoder, Decoder };
