import { LASTING, type Lasting, type StreamPosition } from '@heartline/contracts';
import { defineScript } from 'redis';

/**
 * The two halves of a frame around the version, and the lasting answers that the event may change.
 *
 * - An empty `channel` publishes nothing.
 * - `unlessAlone`: publish only if a second process subscribes. Its function says, when the command leaves,
 *   whether this process does.
 */
export interface NumberedFrame {
  channel: string;
  unlessAlone: false | (() => boolean);
  before: string;
  after: string;
  changes: readonly Lasting[];
}

/** Events of one member to count. `by: 0` only reads. */
export interface CountedEvents extends NumberedFrame {
  key: string;
  by: number;
}

/** Stream position afterwards, and the number of processes that subscribe. The number is 0 if nothing is published. */
export interface Counted extends StreamPosition {
  listeners: number;
}

type Reply = [n: number, epoch: string, user: number, likes: number, listeners: number];

/** Arguments of each event, and the lasting answers as Lua strings. */
const ARGUMENTS = 5 + LASTING.length;
const NAMES = LASTING.map((name) => `'${name}'`).join(', ');

/**
 * Counts events of members and publishes each with its number, in one atomic step. Devices therefore receive events in
 * the order of their numbers, except for optimistic delivery (`live/early.ts`).
 *
 * - A lost counter, or one of another run of Redis, continues under the given new epoch. A restarted Redis may
 *   have lost its last second and would repeat numbers.
 * - Counter and channel have the member in braces, so a cluster keeps them on one node.
 * - Each lasting answer stores the number of its last change. Without a stored number, this event's is used.
 */
export const countEvents = defineScript({
  SCRIPT: `
    local counted = {}
    for i = 1, #KEYS do
      local at = 2 + (i - 1) * ${ARGUMENTS}
      local by, channel, unlessAlone, before, after = unpack(ARGV, at + 1, at + 5)
      local known = redis.call('HMGET', KEYS[i], 'epoch', 'run', 'n', ${NAMES})
      local epoch, n, fields = known[1], (known[3] or 0) + by, {}
      local number = string.format('%d', n)
      if not epoch or known[2] ~= ARGV[2] then
        epoch = ARGV[1]
        fields = {'epoch', epoch, 'run', ARGV[2]}
      end
      counted[#counted + 1] = n
      counted[#counted + 1] = epoch
      for j, name in ipairs({${NAMES}}) do
        local last = known[3 + j]
        if not last or ARGV[at + 5 + j] == '1' then
          last = number
          fields[#fields + 1] = name
          fields[#fields + 1] = number
        end
        counted[#counted + 1] = tonumber(last)
      end
      if by ~= '0' then
        fields[#fields + 1] = 'n'
        fields[#fields + 1] = number
      end
      if #fields > 0 then
        redis.call('HSET', KEYS[i], unpack(fields))
      end
      local listeners = 0
      if channel ~= '' then
        if unlessAlone == '1' then
          listeners = redis.call('PUBSUB', 'SHARDNUMSUB', channel)[2]
        end
        if unlessAlone == '0' or listeners > 1 then
          local version = '{"epoch":"' .. epoch .. '","n":' .. number .. '}'
          listeners = redis.call('SPUBLISH', channel, before .. version .. after)
        end
      end
      counted[#counted + 1] = listeners
    end
    return counted
  `,
  /** On a cluster all keys must be in one slot. */
  parseCommand(parser, events: readonly CountedEvents[], epoch: { fresh: string; run: string }) {
    parser.pushKeysLength(events.map(({ key }) => key));
    parser.push(epoch.fresh, epoch.run);
    for (const { by, channel, unlessAlone, before, after, changes } of events) {
      parser.push(String(by), channel, unlessAlone && unlessAlone() ? '1' : '0', before, after);
      for (const name of LASTING) parser.push(changes.includes(name) ? '1' : '0');
    }
  },
  /** The flat reply, split into one result for each event. */
  transformReply(reply: (number | string)[]): Counted[] {
    const each = 3 + LASTING.length;
    return Array.from({ length: reply.length / each }, (_, at) => {
      const [n, epoch, user, likes, listeners] = reply.slice(at * each) as Reply;
      return { version: { epoch, n }, changed: { user, likes }, listeners };
    });
  },
});
