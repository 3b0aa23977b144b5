import { expect, it, vi } from 'vitest';
import { heldRounds } from './msg-durable.ts';

vi.spyOn(console, 'log').mockReturnValue(undefined);

/** An app that stays within 100 ms up to `limit` messages a second. */
const worldUpTo = (limit: number) => async (rate: number) => ({
  rate,
  step: { ackP99: 20, deliveryP99: rate <= limit ? 90 : 130 },
});

it('lowers a rate that its rounds do not hold, and returns the rounds that do', async () => {
  const rounds = await heldRounds(1_000, 5, worldUpTo(850));
  expect(rounds).toHaveLength(5);
  for (const { rate, step } of rounds) {
    expect(rate).toBeLessThanOrEqual(850);
    expect(rate).toBeGreaterThan(850 / 1.13);
    expect(step.deliveryP99).toBe(90);
  }
});

it('accepts one slow round, and stops at the minimum rate', async () => {
  let asked = 0;
  const restless = async (rate: number) => ({
    rate,
    step: { ackP99: asked++ === 1 ? 500 : 50, deliveryP99: 50 },
  });
  expect((await heldRounds(1_000, 5, restless)).map(({ rate }) => rate)).toEqual([
    1_000, 1_000, 1_000, 1_000, 1_000,
  ]);
  expect((await heldRounds(40, 1, worldUpTo(0))).map(({ rate }) => rate)).toEqual([25]);
});
