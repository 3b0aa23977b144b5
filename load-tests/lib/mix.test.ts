import { describe, expect, it } from 'vitest';
import { checkMix, createDeal, shareOf } from './mix.ts';

describe('mix', () => {
  const mix = { send: 30, read: 20, list: 40, buy: 10 };

  it('returns the share of some actions', () => {
    expect(shareOf(mix, ['send', 'read'])).toBe(0.5);
    expect(shareOf({}, ['send'])).toBe(0);
  });

  it('rejects actions that members cannot do', () => {
    checkMix(mix, ['send', 'read', 'list', 'buy', 'like']);
    expect(() => checkMix({ sent: 3, read: 1 }, ['send', 'read'])).toThrow(
      "The mix names 'sent'; members do send, read.",
    );
  });

  it('deals every stretch of a run in its shares', () => {
    const deal = createDeal(mix, ['send', 'read', 'list', 'buy']);
    for (const first of [0, 1_000, 98_765]) {
      const dealt = Array.from({ length: 1_000 }, (_, at) => deal(first + at));
      for (const [action, weight] of Object.entries(mix)) {
        const count = dealt.filter((one) => one === action).length;
        expect(Math.abs(count - weight * 10)).toBeLessThan(15);
      }
    }
  });

  it('deals only the requested actions, in the same order every time', () => {
    const deal = createDeal(mix, ['send', 'read']);
    const dealt = Array.from({ length: 50 }, (_, at) => deal(at));
    expect(new Set(dealt)).toEqual(new Set(['send', 'read']));
    expect(Array.from({ length: 50 }, (_, at) => deal(at))).toEqual(dealt);
  });
});
