import { expect, it } from 'vitest';
import { allHeeding, runBenchmarks } from '../src/bench/run.ts';

const SMALL = { small: true };

it.each(allHeeding(SMALL))(
  '%s loses nothing at a small scale',
  async (name) => {
    expect(await runBenchmarks([name], SMALL)).toBe(0);
  },
  300_000,
);
