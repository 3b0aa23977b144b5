import { afterAll, beforeAll, expect, it } from 'vitest';
import { runSeed, startWorld, type World } from '../../src/index.ts';

/** The first seeds of the campaign (`npm run faults -- --seeds 200`), in one world. */
const SEEDS = Array.from({ length: 20 }, (_, n) => n + 1);

let world: World;

beforeAll(async () => {
  world = await startWorld({ gateways: 2, workers: 2, faults: true, stubs: true });
});
afterAll(async () => {
  await world?.stop();
});

it.each(SEEDS)(
  'keeps every message and credit through several faults at once (seed %i) [F28]',
  async (seed) => {
    const report = await runSeed(world, seed);
    expect(report).toMatchObject({ sent: 60, wrong: [] });
  },
  200_000,
);
