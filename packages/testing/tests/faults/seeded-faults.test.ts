import { afterAll, beforeAll, expect, it } from 'vitest';
import { planOf, runSeed, seeded, startWorld, type World } from '../../src/index.ts';

/** Two seeds of the campaign (`npm run faults -- --seeds 200`), in one world. */
let world: World;

beforeAll(async () => {
  world = await startWorld({ gateways: 2, workers: 2, faults: true });
});
afterAll(async () => {
  await world?.stop();
});

it.each([1, 2])(
  'F28 several faults at once leave nothing wrong (seed %i)',
  async (seed) => {
    const report = await runSeed(world, seed);
    expect(report).toMatchObject({ sent: 60, wrong: [] });
  },
  200_000,
);

it('F28 the same seed plans the same faults, another one others', () => {
  const plan = (seed: number) => planOf(seeded(seed)).map(({ fault, afterMs }) => [fault.name, afterMs]);
  expect(plan(7)).toEqual(plan(7));
  const plans = new Set(Array.from({ length: 50 }, (_, seed) => JSON.stringify(plan(seed))));
  expect(plans.size).toBeGreaterThan(45);
  for (const one of Array.from({ length: 200 }, (_, seed) => plan(seed)))
    expect(one.length).toBeGreaterThanOrEqual(3);
});
