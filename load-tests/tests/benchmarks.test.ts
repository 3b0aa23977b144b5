import { expect, it } from 'vitest';
import { runBenchmarks } from '../src/bench/run.ts';

/** What a benchmark's own events ask of a gateway goes another way than members', so no other test misses it. */
it.each(['gw-ack', 'gw-fanout', 'gw-xnode', 'gw-locality'])(
  '%s loses nothing at a small scale',
  async (name) => {
    expect(await runBenchmarks([name], { small: true })).toBe(0);
  },
);
