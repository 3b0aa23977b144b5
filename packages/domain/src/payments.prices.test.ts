import { describe, expect, it } from 'vitest';
import { ladderFault, type PriceChange, priceLists } from './payments.prices.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 29);

/** The price of p1 in euro after these changes, `daysAgo` before now. */
const p1After = (...changes: [daysAgo: number, cents: number, credits?: number][]) => {
  const rows = changes.map(
    ([daysAgo, cents, credits = 60]): PriceChange => ({
      currency: 'EUR',
      pack: 'p1',
      cents,
      credits,
      at: NOW - daysAgo * DAY,
    }),
  );
  return priceLists(rows, NOW).EUR.packs.p1;
};

describe('the prices of a site', () => {
  it('are the defaults until an operator sets others', () => {
    expect(p1After()).toEqual({ cents: 1_999, credits: 60, priorCents: null, since: null });
    expect(priceLists([], NOW).GBP.packs.p3).toMatchObject({ cents: 8_999, credits: 400 });
  });

  it('are the last that was set, in that currency and for that pack alone', () => {
    const rows: PriceChange[] = [
      { currency: 'EUR', pack: 'p1', cents: 2_099, credits: 60, at: NOW - 3 * DAY },
      { currency: 'EUR', pack: 'p1', cents: 2_199, credits: 65, at: NOW - 2 * DAY },
    ];
    const { EUR, USD } = priceLists(rows, NOW);
    expect(EUR.packs.p1).toMatchObject({ cents: 2_199, credits: 65, since: NOW - 2 * DAY });
    expect([EUR.packs.p0.cents, USD.packs.p1.cents]).toEqual([999, 2_199]);
  });
});

describe('the lowest price before a reduction', () => {
  it.each([
    ['the default before it', [[1, 1_499]], 1_999],
    [
      'the lowest of the 30 days before, not the last',
      [
        [40, 2_499],
        [20, 1_799],
        [10, 2_299],
        [1, 1_499],
      ],
      1_799,
    ],
    [
      'one that ended within the 30 days',
      [
        [50, 1_699],
        [30, 2_299],
        [1, 1_499],
      ],
      1_699,
    ],
    [
      'not one that ended before them',
      [
        [50, 1_699],
        [31, 2_299],
        [1, 1_499],
      ],
      2_299,
    ],
    ['none after 30 days at the new price', [[30, 1_499]], null],
    ['still one a moment before', [[30 - 1 / DAY, 1_499]], 1_999],
    ['none after a raise', [[1, 2_499]], null],
    [
      'none for a raise taken back',
      [
        [5, 2_499],
        [1, 1_999],
      ],
      null,
    ],
    ['none where the pack held other credits', [[1, 1_499, 50]], null],
    [
      'none where it held others within the 30 days',
      [
        [20, 1_999, 55],
        [10, 1_999],
        [1, 1_499],
      ],
      null,
    ],
  ] as [string, [number, number, number?][], number | null][])('is %s', (_what, changes, prior) => {
    expect(p1After(...changes).priorCents).toBe(prior);
  });
});

describe('a price list', () => {
  const packs = () => priceLists([], NOW).EUR.packs;

  it('is sound by default in every currency', () => {
    for (const list of Object.values(priceLists([], NOW))) expect(ladderFault(list.packs)).toBeUndefined();
  });

  it('may cost the same per credit in a larger pack, and no more', () => {
    const even = { ...packs(), p0: { cents: 1_000, credits: 25 }, p1: { cents: 2_400, credits: 60 } };
    expect(ladderFault(even)).toBeUndefined();
    const dearer = { ...even, p1: { cents: 2_401, credits: 60 } };
    expect(ladderFault(dearer)).toEqual({ rule: 'price', smaller: 'p0', larger: 'p1' });
  });

  it('needs more credits in each pack than in the one before', () => {
    const fault = { rule: 'credits', smaller: 'p2', larger: 'p3' };
    expect(ladderFault({ ...packs(), p3: { cents: 100, credits: 150 } })).toEqual(fault);
  });
});
