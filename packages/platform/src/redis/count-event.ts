import { defineScript } from 'redis';

/**
 * Counts one event of a member and publishes it under its number, in one step: so the order of numbers is the order in
 * which devices hear them, whichever gateways and workers publish at once. A counter that was lost, or that another run
 * of Redis kept, goes on under the new epoch it is given: a restarted Redis may have forgotten its last second and
 * would number it a second time. Counter and channel carry the member in braces, so a cluster keeps them on one node.
 */
export const countEvent = defineScript({
  SCRIPT: `
    local known = redis.call('HMGET', KEYS[1], 'epoch', 'run')
    local epoch = known[1]
    if not epoch or known[2] ~= ARGV[2] then
      epoch = ARGV[1]
      redis.call('HSET', KEYS[1], 'epoch', epoch, 'run', ARGV[2])
    end
    local n = redis.call('HINCRBY', KEYS[1], 'n', ARGV[3])
    if ARGV[4] ~= '' then
      local version = '{"epoch":"' .. epoch .. '","n":' .. string.format('%d', n) .. '}'
      redis.call('SPUBLISH', ARGV[4], ARGV[5] .. version .. ARGV[6])
    end
    return {n, epoch}
  `,
  NUMBER_OF_KEYS: 1,
  /** `by`: 1, or 0 to look only. `channel` may be empty: then nobody hears of it. */
  parseCommand(
    parser,
    key: string,
    epoch: { fresh: string; run: string },
    by: 0 | 1,
    frame: { channel: string; before: string; after: string },
  ) {
    parser.pushKey(key);
    parser.push(epoch.fresh, epoch.run, String(by), frame.channel, frame.before, frame.after);
  },
  /** `[n, epoch]` */
  transformReply: undefined as unknown as () => [number, string],
});
