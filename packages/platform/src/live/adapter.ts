import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Namespace } from 'socket.io';
import type { Redis } from '../redis/connect.ts';
import { frameOfBytes, writeFrame } from './frame.ts';
import { lastingSubscriptions } from './lasting-subscriptions.ts';

/**
 * The Redis 7 sharded adapter with a fast path for one event to all devices of one member, which is almost all traffic.
 * Redis numbers and publishes such a frame (`redis/version.ts`), after optimistic delivery to devices here (`early.ts`).
 * Gateways forward its bytes to the sockets without parsing.
 *
 * ```
 * mark │ id of the publishing process │ Engine.IO packet
 * !    │ FRAME_ORIGIN_LENGTH chars    │ 42["event",{…}]
 * ```
 *
 * It uses the room's channel, which the sharded adapter subscribes anyway. A message without a mark belongs to that
 * adapter.
 */
const MARKS = {
  /** For all devices. */
  all: '!',
  /** For devices of other processes. The publishing process has delivered to its own already (`early.ts`). */
  others: '=',
  /** For no device: the member now has a device on the publishing process too. */
  joined: '+',
} as const;
type Mark = keyof typeof MARKS;
const MARK_OF = new Map(Object.entries(MARKS).map(([mark, sign]) => [sign.charCodeAt(0), mark as Mark]));
const FRAME_ORIGIN_LENGTH = 16;
const FRAME_START = 1 + FRAME_ORIGIN_LENGTH;
/** Offset of the event's name, after `42["`. */
const NAME_START = FRAME_START + 4;

/** Event an adapter emits when another process published this event to a member connected here: `(payload)`. */
export function receivedEvent(event: string): string {
  return `heard:${event}`;
}

/** Event an adapter emits before devices here receive a numbered frame: `(room)`. */
export const NUMBERED = 'numbered';
/** Event an adapter emits when a room here has devices on another process too: `(room)`. */
export const ELSEWHERE = 'elsewhere';

type Adapter = Namespace['adapter'];

type ShardedAdapter = Adapter & {
  uid: string;
  onRawMessage(message: Buffer, channel: Buffer): void;
};

/** Channel of one room. The braces in a room's name keep a member's keys and channel on one node of a cluster. */
export function channelOf(prefix: string, room: string): string {
  return `${prefix}#/#${room}#`;
}

/** The parts of an Engine.IO packet before and after the version. */
export function packetAround(event: string, payload: object): { before: string; after: string } {
  const fields = JSON.stringify(payload).slice(1);
  return {
    before: `42[${JSON.stringify(event)},{"version":`,
    after: fields === '}' ? '}]' : `,${fields}]`,
  };
}

/** Head of a published frame: mark and origin. */
export function frameHead(mark: Mark, origin: string): string {
  return MARKS[mark] + origin;
}

/** Id of this process in the frames it publishes. */
export function originOf(adapter: unknown): string {
  return (adapter as ShardedAdapter).uid.padEnd(FRAME_ORIGIN_LENGTH, '-').slice(0, FRAME_ORIGIN_LENGTH);
}

/**
 * The adapter of every namespace. Its single connection to Redis (RESP3) also counts and publishes members' events. An
 * event and the confirmation of its count therefore arrive in one read.
 */
export function createLiveAdapter(options: {
  redis: Redis;
  prefix: string;
}): (namespace: Namespace) => Adapter {
  const create = createShardedAdapter(options.redis, lastingSubscriptions(options.redis), {
    channelPrefix: options.prefix,
    subscriptionMode: 'dynamic',
  });
  const roomStart = channelOf(options.prefix, '').length - 1;
  // Socket.IO calls this with `new`, which an arrow function does not allow.
  return function liveAdapter(namespace) {
    const adapter = create(namespace) as unknown as ShardedAdapter;
    const origin = Buffer.from(originOf(adapter));
    const passOn = adapter.onRawMessage.bind(adapter);
    const addAll = adapter.addAll.bind(adapter);
    // Skips the room of each single socket, which Socket.IO would store and nothing here uses.
    adapter.addAll = (id, names) => (names.has(id) ? undefined : addAll(id, names));
    adapter.onRawMessage = (message, channel) => {
      const mark = MARK_OF.get(message[0] as number);
      if (!mark) return passOn(message, channel);
      const isOwn = message.compare(origin, 0, origin.length, 1, FRAME_START) === 0;
      if (isOwn && mark !== 'all') return;
      const room = channel.toString('latin1', roomStart, channel.length - 1);
      if (mark === 'joined') return void adapter.emit(ELSEWHERE, room);
      adapter.emit(NUMBERED, room);
      // The WebSocket frame is made once for all sockets.
      deliver(namespace, room, frameOfBytes(message, FRAME_START));
      if (!isOwn) publish(adapter, message);
    };
    return adapter;
  };
}

/** Writes one frame to all devices of a room that are connected here. */
export function deliver(namespace: Namespace, room: string, frame: Buffer): void {
  const ids = namespace.adapter.rooms.get(room);
  if (!ids) return;
  for (const id of ids) {
    const socket = namespace.sockets.get(id);
    if (socket) writeFrame(socket.conn, frame);
  }
}

/** Parses only events that have a listener. */
function publish(adapter: Adapter, message: Buffer): void {
  const name = message.toString('latin1', NAME_START, message.indexOf('"', NAME_START));
  if (adapter.listenerCount(receivedEvent(name)) === 0) return;
  const [, payload] = JSON.parse(message.toString('utf8', FRAME_START + 2)) as [string, unknown];
  adapter.emit(receivedEvent(name), payload);
}
