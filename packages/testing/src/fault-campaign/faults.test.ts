import { expect, it } from 'vitest';
import { seeded } from '../seeded.ts';
import { planOf } from './faults.ts';

it('plans the same faults for the same seed, and others for another [F28]', () => {
  const plan = (seed: number) => planOf(seeded(seed)).map(({ fault, afterMs }) => [fault.name, afterMs]);
  expect(plan(7)).toEqual(plan(7));
  const plans = new Set(Array.from({ length: 50 }, (_, seed) => JSON.stringify(plan(seed))));
  expect(plans.size).toBeGreaterThan(45);
  for (const one of Array.from({ length: 200 }, (_, seed) => plan(seed)))
    expect(one.length).toBeGreaterThanOrEqual(3);
});
