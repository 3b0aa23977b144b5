import { LASTING, type Lasting, type StreamPosition } from '@heartline/contracts';
import { defineScript } from 'redis';

/**
 * What is told of a member's stream: two halves of a frame, between which the version stands, and the lasting answers
 * that may be others after it. An empty `channel`: nobody hears of it. `unlessAlone`: it is published only where a second
 * process listens, where the one that asks listens too: it says so when the command leaves.
 */
export interface NumberedFrame {
  channel: string;
  unlessAlone: false | (() => boolean);
  before: string;
  after: string;
  changes: readonly Lasting[];
}

/** Events of one member to count; 0 to look only. */
export interface CountedEvents extends NumberedFrame {
  key: string;
  by: number;
}

/** Where the stream is afterwards, and how many processes listen to it; none are said where nobody is to hear. */
export interface Counted extends StreamPosition {
  listeners: number;
}

type Reply = [n: number, epoch: string, user: number, likes: number, listeners: number];

/** How many arguments tell one event, and the lasting answers as the script names them. */
const ARGUMENTS = 5 + LASTING.length;
const NAMES = LASTING.map((name) => `'${name}'`).join(', ');

/**
 * Counts events of members and publishes each under its number, in one step: so the order of numbers is the order in
 * which devices hear them, whichever gateways and workers publish at once; but for early ones, which devices heard before
 * (`live/early.ts`). A counter that was lost, or that another run
 * of Redis kept, goes on under the new epoch it is given: a restarted Redis may have forgotten its last second and
 * would number it a second time. Counter and channel carry the member in braces, so a cluster keeps them on one node.
 * Beside it stands the number of each lasting answer's last change; of a counter that never kept one, this event's.
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
  /** On a cluster all keys are of one node's slot. */
  parseCommand(parser, events: readonly CountedEvents[], epoch: { fresh: string; run: string }) {
    parser.pushKeysLength(events.map(({ key }) => key));
    parser.push(epoch.fresh, epoch.run);
    for (const { by, channel, unlessAlone, before, after, changes } of events) {
      parser.push(String(by), channel, unlessAlone && unlessAlone() ? '1' : '0', before, after);
      for (const name of LASTING) parser.push(changes.includes(name) ? '1' : '0');
    }
  },
  /** Of each, one after the other. */
  transformReply(reply: (number | string)[]): Counted[] {
    const each = 3 + LASTING.length;
    return Array.from({ length: reply.length / each }, (_, at) => {
      const [n, epoch, user, likes, listeners] = reply.slice(at * each) as Reply;
      return { version: { epoch, n }, changed: { user, likes }, listeners };
    });
  },
});
