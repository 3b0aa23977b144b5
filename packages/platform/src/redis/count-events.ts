import { LASTING, type Lasting, type Standing } from '@heartline/contracts';
import { defineScript } from 'redis';

/**
 * One event to count: `by` 1, or 0 to look only. `channel` may be empty: then nobody hears of it. `changes` are the
 * lasting answers that may be others after it.
 */
export interface CountedEvent {
  key: string;
  by: 0 | 1;
  channel: string;
  before: string;
  after: string;
  changes: readonly Lasting[];
}

/** How many arguments tell one event, and the lasting answers as the script names them. */
const ARGUMENTS = 4 + LASTING.length;
const NAMES = LASTING.map((name) => `'${name}'`).join(', ');

/**
 * Counts events of members and publishes each under its number, in one step: so the order of numbers is the order in
 * which devices hear them, whichever gateways and workers publish at once. A counter that was lost, or that another run
 * of Redis kept, goes on under the new epoch it is given: a restarted Redis may have forgotten its last second and
 * would number it a second time. Counter and channel carry the member in braces, so a cluster keeps them on one node.
 * Beside it stands the number of each lasting answer's last change; of a counter that never kept one, this event's.
 */
export const countEvents = defineScript({
  SCRIPT: `
    local counted = {}
    for i = 1, #KEYS do
      local at = 2 + (i - 1) * ${ARGUMENTS}
      local by, channel, before, after = unpack(ARGV, at + 1, at + 4)
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
        if not last or ARGV[at + 4 + j] == '1' then
          last = number
          fields[#fields + 1] = name
          fields[#fields + 1] = number
        end
        counted[#counted + 1] = tonumber(last)
      end
      if by == '1' then
        fields[#fields + 1] = 'n'
        fields[#fields + 1] = number
      end
      if #fields > 0 then
        redis.call('HSET', KEYS[i], unpack(fields))
      end
      if channel ~= '' then
        redis.call('SPUBLISH', channel, before .. '{"epoch":"' .. epoch .. '","n":' .. number .. '}' .. after)
      end
    end
    return counted
  `,
  /** On a cluster all keys are of one node's slot. */
  parseCommand(parser, events: readonly CountedEvent[], epoch: { fresh: string; run: string }) {
    parser.pushKeysLength(events.map(({ key }) => key));
    parser.push(epoch.fresh, epoch.run);
    for (const { by, channel, before, after, changes } of events) {
      parser.push(String(by), channel, before, after);
      for (const name of LASTING) parser.push(changes.includes(name) ? '1' : '0');
    }
  },
  /** Of each, one after the other. */
  transformReply(reply: (number | string)[]): Standing[] {
    const each = 2 + LASTING.length;
    return Array.from({ length: reply.length / each }, (_, at) => {
      const [n, epoch, user, likes] = reply.slice(at * each) as [number, string, number, number];
      return { version: { epoch, n }, changed: { user, likes } };
    });
  },
});
