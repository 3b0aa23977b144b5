import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isPremiumBy,
  type Lot,
  lotsLeft,
  refundable,
  refundableUntil,
  refundCents,
  worthOfChange,
} from './credits.lots.ts';
import { EMPTY_ACCOUNT, purchaseCredits, refundCredits, undoRefund } from './credits.ts';

const DAY = 86_400_000;
const NOW = 1_767_225_600_000;
const period = (days: number) => ({ days, zone: 'UTC' });
const lot = (change: Partial<Lot> = {}): Lot => ({
  payment: 'a',
  credits: 25,
  of: 25,
  cents: 999,
  currency: 'EUR',
  at: NOW,
  ...change,
});

describe('what bought credits are left, and their price', () => {
  it('only unspent bought credits come back, the oldest count as spent first', () => {
    const lots = [lot(), lot({ payment: 'b', credits: 60, of: 60, cents: 1_999 })];
    expect(lotsLeft(lots, 85)).toEqual([25, 60]);
    expect(lotsLeft(lots, 61)).toEqual([1, 60]);
    expect(lotsLeft(lots, 59)).toEqual([0, 59]);
    expect(refundable(lots, 61, { period: period(14), now: NOW })).toMatchObject([
      { payment: 'a', credits: 1, cents: 39 },
      { payment: 'b', credits: 60, cents: 1_999 },
    ]);
    expect(refundable(lots, 60, { period: period(14), now: NOW }).map(({ payment }) => payment)).toEqual([
      'b',
    ]);
  });

  it('is refundable to the millisecond of its last day, and follows the number of days', () => {
    // Bought on a Thursday at noon: the day of the purchase does not count, the last one counts whole.
    const bought = Date.UTC(2025, 11, 18, 12);
    const lots = [lot({ at: bought })];
    const offers = (days: number, now: number) => refundable(lots, 25, { period: period(days), now });
    const end = Date.UTC(2026, 0, 1, 23, 59, 59, 999);
    expect(refundableUntil(bought, period(14))).toBe(end);
    expect(offers(14, end)).toHaveLength(1);
    expect(offers(14, end + 1)).toEqual([]);
    expect(offers(15, end + 1)).toHaveLength(1);
    expect(offers(0, bought + 1)).toEqual([]);
  });

  it('ends its period in the time zone of the site, and never on a weekend', () => {
    const lateOnSaturday = Date.UTC(2026, 9, 31, 23, 30);
    const end = (zone: string) => new Date(refundableUntil(lateOnSaturday, { days: 14, zone })).toISOString();
    // It is 1 November in Amsterdam: both last days are on one weekend, but midnight comes earlier there.
    expect(end('UTC')).toBe('2026-11-16T23:59:59.999Z');
    expect(end('Europe/Amsterdam')).toBe('2026-11-16T22:59:59.999Z');
    // The clocks go back on the last day.
    const inAutumn = { days: 14, zone: 'America/New_York' };
    expect(new Date(refundableUntil(Date.UTC(2026, 9, 19, 12), inAutumn)).toISOString()).toBe(
      '2026-11-03T04:59:59.999Z',
    );
  });

  it('counts the period of returned credits from their return', () => {
    const returned = NOW + 16 * DAY;
    const lots = [lot({ credits: 0 }), lot({ at: returned })];
    const offers = (now: number) => refundable(lots, 25, { period: period(14), now });
    const end = refundableUntil(returned, period(14));
    expect(offers(end)).toMatchObject([{ credits: 25, at: NOW, from: returned }]);
    expect(offers(end + 1)).toEqual([]);
  });

  it('a message costs what its credits cost, in the currency they were bought in', () => {
    const lots = [lot(), lot({ payment: 'b', currency: 'USD', cents: 2_500 })];
    expect(worthOfChange(lots, 50, 49)).toEqual([{ currency: 'EUR', cents: 40 }]);
    expect(worthOfChange(lots, 26, 24)).toEqual([
      { currency: 'EUR', cents: 39 },
      { currency: 'USD', cents: 100 },
    ]);
    expect(worthOfChange(lots, 24, 25)).toEqual([{ currency: 'USD', cents: -100 }]);
  });

  it('refunds of a pack add up to exactly its price, and never exceed it [C6]', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 50_000 }), (credits, cents) => {
        const of = credits.reduce((sum, one) => sum + one, 0);
        let left = of;
        let paid = 0;
        for (const part of credits) {
          paid += refundCents(lot({ credits: left, of, cents }), part);
          expect(paid).toBeLessThanOrEqual(cents);
          left -= part;
        }
        expect(paid).toBe(cents);
      }),
    );
  });

  it('rows one after the other are worth what was paid', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 }), (spends) => {
        const lots = [lot(), lot({ payment: 'b', credits: 60, of: 60, cents: 1_999 })];
        let left = 85;
        let sum = 0;
        for (const one of [...spends, 85]) {
          const next = Math.max(0, left - one);
          sum += worthOfChange(lots, left, next)[0]?.cents ?? 0;
          left = next;
        }
        expect(sum).toBe(999 + 1_999);
      }),
    );
  });
});

describe('Premium by what was kept of purchases', () => {
  it('needs half of the price of one purchase, to the cent', () => {
    expect(isPremiumBy([{ paidCents: 750, retainedCents: 375 }])).toBe(true);
    expect(isPremiumBy([{ paidCents: 750, retainedCents: 374 }])).toBe(false);
    expect(isPremiumBy([{ paidCents: 999, retainedCents: 500 }])).toBe(true);
    expect(isPremiumBy([{ paidCents: 999, retainedCents: 499 }])).toBe(false);
    expect(isPremiumBy([])).toBe(false);
  });

  it('looks at each purchase by itself, not at their sum', () => {
    const third = { paidCents: 900, retainedCents: 300 };
    expect(isPremiumBy([third, third])).toBe(false);
    expect(isPremiumBy([third, { paidCents: 100, retainedCents: 100 }])).toBe(true);
  });
});

describe('a refund in the ledger', () => {
  const rich = purchaseCredits(EMPTY_ACCOUNT, 25).after;

  it('takes what is there and no credit more', () => {
    expect(refundCredits(rich, 25, undefined)).toMatchObject({ purchased: -25, after: { purchased: 0 } });
    expect(refundCredits(rich, 26, undefined)).toBe('NOT_ENOUGH_CREDITS');
  });

  it('ends premium when told to, and one that failed gives it back when told to', () => {
    expect(refundCredits(rich, 25, undefined)).toMatchObject({ after: { premium: true } });
    const refunded = refundCredits(rich, 25, { started: [] });
    if (typeof refunded === 'string') throw new Error(refunded);
    expect(refunded.after).toMatchObject({ premium: false, purchased: 0 });
    expect(undoRefund(refunded.after, 25, true).after).toMatchObject({ premium: true, purchased: 25 });
    expect(undoRefund(refunded.after, 25, false).after).toMatchObject({ premium: false, purchased: 25 });
  });

  it('returns the price of a message even after the rest of its pack was refunded', () => {
    const sumOf = (some: readonly { cents: number }[]) => some.reduce((sum, { cents }) => sum + cents, 0);
    const spent = sumOf(worthOfChange([lot()], 25, 24));
    const refunded = sumOf(refundable([lot()], 24, { period: period(14), now: NOW }));
    const left = lot({ credits: 1 });
    const back = -sumOf(worthOfChange([left], 0, 1));
    expect([spent, refunded, back]).toEqual([40, 959, 40]);
    expect(sumOf(refundable([left], 1, { period: period(14), now: NOW }))).toBe(back);
  });
});
