/**
 * Socket.IO's packets on the wire (its protocol 5), text only: what the library's own parser does beyond that, such as
 * gathering attachments and looking for them in everything sent, nobody here asks for.
 *
 *   type, then `/namespace,` unless it is the main one, then the number of an acknowledgement, then JSON
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

/** Names that Socket.IO uses between its own parts. */
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

/** More namespaces than there are, and longer names than they have: what is remembered of them is small. */
const MOST_PLACES = 4;
const LONGEST_PLACE = 32;

/**
 * One for each connection; whatever is no packet throws, and ends the connection. Who asks again to be let in at the same
 * place, as Socket.IO's client does when it is told to connect while it waits, is not asked for twice: the server would
 * make a socket each time.
 */
class Decoder {
  #notify: (packet: Packet) => void = () => {};
  readonly #asked: string[] = [];

  on(_decoded: string, notify: (packet: Packet) => void): void {
    this.#notify = notify;
  }

  add(text: unknown): void {
    if (typeof text !== 'string') throw new Error('only text is spoken here');
    const packet = decode(text);
    if (packet.type !== CONNECT || this.#isNew(packet.nsp)) this.#notify(packet);
  }

  #isNew(place: string): boolean {
    if (this.#asked.includes(place)) return false;
    if (place.length > LONGEST_PLACE || this.#asked.push(place) > MOST_PLACES)
      throw new Error('so many places there are not');
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
  if (!isSound(packet)) throw new Error('no packet of ours');
  return packet;
}

/** The digit at a place, or -1. */
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

/** What a Socket.IO server takes as its `parser`. */
export const packets = { Encoder, Decoder };
