import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Namespace } from 'socket.io';
import type { Redis } from '../redis/connect.ts';
import { frameOfBytes, writeFrame } from './frame.ts';
import { lastingSubscriptions } from './lasting-subscriptions.ts';

/**
 * The Redis 7 sharded adapter, and beside it a short way for what almost all traffic is: one event for all devices of
 * one member. Such a frame is written once, numbered and published by Redis (`redis/version.ts`), early ones after devices
 * here were told (`early.ts`), and goes to the sockets as the bytes it came in, instead of being parsed and written again in every process it passes.
 *
 *   mark + id of the process that published (`FRAME_ORIGIN_LENGTH`) + Engine.IO packet `42["event",{…}]`
 *
 * It travels on the channel the sharded adapter subscribes for the room anyway; whatever begins with no mark is the
 * adapter's own.
 */
const MARKS = {
  /** For all devices. */
  all: '!',
  /** For those of other processes: the one that published has told its own already (`early.ts`). */
  others: '=',
  /** For no device: the member has one on that process too now. */
  joined: '+',
} as const;
type Mark = keyof typeof MARKS;
const MARK_OF = new Map(Object.entries(MARKS).map(([mark, sign]) => [sign.charCodeAt(0), mark as Mark]));
const FRAME_ORIGIN_LENGTH = 16;
const FRAME_START = 1 + FRAME_ORIGIN_LENGTH;
/** Where the name of the event stands: after `42["`. */
const NAME_START = FRAME_START + 4;

/** What an adapter emits when another process published this event to a member connected here: `(payload)`. */
export function receivedEvent(event: string): string {
  return `heard:${event}`;
}

/** What an adapter emits before devices here get a frame that has a number: `(room)`. */
export const NUMBERED = 'numbered';
/** What an adapter emits when a room here has devices on another process too: `(room)`. */
export const ELSEWHERE = 'elsewhere';

type Adapter = Namespace['adapter'];

type ShardedAdapter = Adapter & {
  uid: string;
  onRawMessage(message: Buffer, channel: Buffer): void;
};

/** Channel of one room; the braces of a room's name keep a member's keys and channel on one node of a cluster. */
export function channelOf(prefix: string, room: string): string {
  return `${prefix}#/#${room}#`;
}

/** What stands before and after the version in an Engine.IO packet. */
export function packetAround(event: string, payload: object): { before: string; after: string } {
  const fields = JSON.stringify(payload).slice(1);
  return {
    before: `42[${JSON.stringify(event)},{"version":`,
    after: fields === '}' ? '}]' : `,${fields}]`,
  };
}

/** What a published frame begins with. */
export function frameHead(mark: Mark, origin: string): string {
  return MARKS[mark] + origin;
}

/** Names this process in what it publishes. */
export function originOf(adapter: unknown): string {
  return (adapter as ShardedAdapter).uid.padEnd(FRAME_ORIGIN_LENGTH, '-').slice(0, FRAME_ORIGIN_LENGTH);
}

/**
 * The adapter of every namespace. Its one connection to Redis (which may do both since RESP3) also counts and publishes
 * members' events, so an event and the answer that it was counted arrive in one read.
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
    // Nobody writes to a room that is one socket's own, which Socket.IO would keep for each.
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

/** Gives one frame to all devices of a room that are connected here. */
export function deliver(namespace: Namespace, room: string, frame: Buffer): void {
  const ids = namespace.adapter.rooms.get(room);
  if (!ids) return;
  for (const id of ids) {
    const socket = namespace.sockets.get(id);
    if (socket) writeFrame(socket.conn, frame);
  }
}

/** Only events that somebody listens for are read. */
function publish(adapter: Adapter, message: Buffer): void {
  const name = message.toString('latin1', NAME_START, message.indexOf('"', NAME_START));
  if (adapter.listenerCount(receivedEvent(name)) === 0) return;
  const [, payload] = JSON.parse(message.toString('utf8', FRAME_START + 2)) as [string, unknown];
  adapter.emit(receivedEvent(name), payload);
}
