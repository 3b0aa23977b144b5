import { defineScript } from 'redis';

/** One event to count: `by` 1, or 0 to look only. `channel` may be empty: then nobody hears of it. */
export interface CountedEvent {
  key: string;
  by: 0 | 1;
  channel: string;
  before: string;
  after: string;
}

/**
 * Counts events of members and publishes each under its number, in one step: so the order of numbers is the order in
 * which devices hear them, whichever gateways and workers publish at once. A counter that was lost, or that another run
 * of Redis kept, goes on under the new epoch it is given: a restarted Redis may have forgotten its last second and
 * would number it a second time. Counter and channel carry the member in braces, so a cluster keeps them on one node.
 */
export const countEvents = defineScript({
  SCRIPT: `
    local counted = {}
    for i = 1, #KEYS do
      local by, channel, before, after = unpack(ARGV, i * 4 - 1, i * 4 + 2)
      local known = redis.call('HMGET', KEYS[i], 'epoch', 'run')
      local epoch = known[1]
      if not epoch or known[2] ~= ARGV[2] then
        epoch = ARGV[1]
        redis.call('HSET', KEYS[i], 'epoch', epoch, 'run', ARGV[2])
      end
      local n = redis.call('HINCRBY', KEYS[i], 'n', by)
      if channel ~= '' then
        local version = '{"epoch":"' .. epoch .. '","n":' .. string.format('%d', n) .. '}'
        redis.call('SPUBLISH', channel, before .. version .. after)
      end
      counted[i * 2 - 1] = n
      counted[i * 2] = epoch
    end
    return counted
  `,
  /** On a cluster all keys are of one node's slot. */
  parseCommand(parser, events: readonly CountedEvent[], epoch: { fresh: string; run: string }) {
    parser.pushKeysLength(events.map(({ key }) => key));
    parser.push(epoch.fresh, epoch.run);
    for (const { by, channel, before, after } of events) parser.push(String(by), channel, before, after);
  },
  /** Number and epoch of each, one after the other. */
  transformReply: undefined as unknown as () => (number | string)[],
});
