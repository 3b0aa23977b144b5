import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Namespace } from 'socket.io';
import type { Redis } from '../redis/connect.ts';
import { webSocketFrame, writeFrame } from './frame.ts';
import { lastingSubscriptions } from './lasting-subscriptions.ts';

/**
 * The Redis 7 sharded adapter, and beside it a short way for what almost all traffic is: one event for all devices of
 * one member. Such a frame is written once, numbered and published by Redis (`redis/version.ts`) and goes to the
 * sockets as the bytes it came in, instead of being parsed and written again in every process it passes.
 *
 *   `!` + id of the process that published (`FRAME_ORIGIN_LENGTH`) + Engine.IO packet `42["event",{…}]`
 *
 * It travels on the channel the sharded adapter subscribes for the room anyway; whatever does not begin with `!` is
 * the adapter's own.
 */
const FRAME_MARK = 0x21;
const FRAME_ORIGIN_LENGTH = 16;
const FRAME_START = 1 + FRAME_ORIGIN_LENGTH;

/** Events that other processes published to members connected here: `(event, payload)`. */
export const HEARD = 'heard';

type Adapter = Namespace['adapter'];

type ShardedAdapter = Adapter & {
  uid: string;
  onRawMessage(message: Buffer, channel: Buffer | string): void;
};

/** Channel of one room; the braces of a room's name keep a member's keys and channel on one node of a cluster. */
export function channelOf(prefix: string, room: string): string {
  return `${prefix}#/#${room}#`;
}

/** What stands before and after the version in the published frame. */
export function frameAround(
  origin: string,
  event: string,
  payload: object,
): { before: string; after: string } {
  const fields = JSON.stringify(payload).slice(1);
  return {
    before: `!${origin}42[${JSON.stringify(event)},{"version":`,
    after: fields === '}' ? '}]' : `,${fields}]`,
  };
}

/** Names this process in what it publishes. */
export function originOf(adapter: unknown): string {
  return (adapter as ShardedAdapter).uid.padEnd(FRAME_ORIGIN_LENGTH, '-').slice(0, FRAME_ORIGIN_LENGTH);
}

/** The adapter of every namespace, over two Redis connections. */
export function createLiveAdapter(options: {
  publish: Redis;
  subscribe: Redis;
  prefix: string;
}): (namespace: Namespace) => Adapter {
  const create = createShardedAdapter(options.publish, lastingSubscriptions(options.subscribe), {
    channelPrefix: options.prefix,
    subscriptionMode: 'dynamic',
  });
  const roomStart = channelOf(options.prefix, '').length - 1;
  // Socket.IO calls this with `new`, which an arrow function does not allow.
  return function liveAdapter(namespace) {
    const adapter = create(namespace) as unknown as ShardedAdapter;
    const origin = originOf(adapter);
    const passOn = adapter.onRawMessage.bind(adapter);
    adapter.onRawMessage = (message, channel) => {
      if (message[0] !== FRAME_MARK) return passOn(message, channel);
      const packet = message.toString('utf8', FRAME_START);
      deliver(namespace, adapter, channel.toString().slice(roomStart, -1), packet);
      if (message.toString('latin1', 1, FRAME_START) !== origin) tell(adapter, packet);
    };
    return adapter;
  };
}

function deliver(namespace: Namespace, adapter: Adapter, room: string, packet: string): void {
  const ids = adapter.rooms.get(room);
  if (!ids) return;
  // As Socket.IO's own broadcast does: the WebSocket frame is made once for all sockets.
  const frame = webSocketFrame(packet);
  for (const id of ids) {
    const socket = namespace.sockets.get(id);
    if (socket) writeFrame(socket.conn, packet, frame);
  }
}

/** Only those who listen pay for reading the frame. */
function tell(adapter: Adapter, packet: string): void {
  if (adapter.listenerCount(HEARD) === 0) return;
  const [event, payload] = JSON.parse(packet.slice(2)) as [string, unknown];
  adapter.emit(HEARD, event, payload);
}
