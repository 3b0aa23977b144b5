import { type DiscountCode, type PackageId, packageId, paymentMethod } from '@heartline/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  activeDiscount,
  type CodeTerms,
  discountedCents,
  holdsFor,
  isCodeFor,
  spelledCode,
} from './payments.codes.ts';

type Discount = Pick<
  DiscountCode,
  'value_percentage' | 'minimum_order_value' | 'currency' | 'packages' | 'paymentmethods'
>;

const discount = (percent: number, limits: Partial<Discount> = {}): Discount => ({
  value_percentage: percent,
  minimum_order_value: 0,
  currency: null,
  packages: [...packageId.options],
  paymentmethods: [...paymentMethod.options],
  ...limits,
});

const order = { package: 'p1' as PackageId, fullCents: 1_999, currency: 'EUR' };

describe('spelledCode', () => {
  it.each([
    ['TEN', 'TEN'],
    ['  ten-2026\n', 'TEN-2026'],
    ['a_b', 'A_B'],
  ])('reads %j as %s', (typed, code) => expect(spelledCode(typed)).toBe(code));

  it.each(['', '  ', 'AB', '-AB', 'ТEN', 'TÉN', 'ſum', 'TEN 20', 'A'.repeat(33), '{"$gt":""}', 'TEN\0'])(
    'refuses %j',
    (typed) => expect(spelledCode(typed)).toBeUndefined(),
  );

  it('changes nothing about a code that it spelled, and never leaves ASCII', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.stringMatching(/^ ?[A-Za-z0-9_-]{1,6}.?$/u), fc.string({ unit: 'binary' })),
        (typed) => {
          const code = spelledCode(typed);
          if (code === undefined) return;
          expect(spelledCode(code)).toBe(code);
          expect(code).toMatch(/^[A-Z0-9_-]+$/);
          expect(code.toLowerCase()).toBe(typed.trim().toLowerCase());
        },
      ),
    );
  });
});

describe('isCodeFor', () => {
  const terms: CodeTerms = {
    countries: [],
    member: null,
    validity: 'once-per-user',
    from: 1_000,
    until: 2_000,
  };
  const buyer = { member: 'mara', country: 'NL', isFirst: true };

  it.each([
    [999, false],
    [1_000, true],
    [1_999, true],
    [2_000, false],
  ])('at %i ms: %s, for a code from 1,000 until 2,000', (now, holds) =>
    expect(isCodeFor(terms, buyer, now)).toBe(holds),
  );

  it.each<[string, Partial<CodeTerms>, boolean]>([
    ['their country', { countries: ['BE', 'NL'] }, true],
    ['other countries', { countries: ['BE'] }, false],
    ['themselves', { member: 'mara' }, true],
    ['another member', { member: 'nele' }, false],
  ])('holds or not for %s', (_, limits, holds) =>
    expect(isCodeFor({ ...terms, ...limits }, buyer, 1_500)).toBe(holds),
  );

  it('holds for a first purchase only', () => {
    const first = { ...terms, validity: 'first-purchase' as const };
    expect(isCodeFor(first, buyer, 1_500)).toBe(true);
    expect(isCodeFor(first, { ...buyer, isFirst: false }, 1_500)).toBe(false);
    expect(isCodeFor(terms, { ...buyer, isFirst: false }, 1_500)).toBe(true);
  });
});

describe('holdsFor', () => {
  it('compares its minimum with the full price, not with the reduced one', () => {
    const limited = discount(50, { minimum_order_value: 1_999, currency: 'EUR' });
    expect(holdsFor(limited, order)).toBe(true);
    expect(holdsFor(limited, { ...order, fullCents: 1_998 })).toBe(false);
  });

  it('keeps to its currency, packs and ways to pay', () => {
    expect(holdsFor(discount(10, { currency: 'USD' }), order)).toBe(false);
    expect(holdsFor(discount(10, { packages: ['p2'] }), order)).toBe(false);
    const onlyIdeal = discount(10, { paymentmethods: ['ideal'] });
    expect(holdsFor(onlyIdeal, { ...order, method: 'creditcard' })).toBe(false);
    expect(holdsFor(onlyIdeal, { ...order, method: 'ideal' })).toBe(true);
    expect(holdsFor(onlyIdeal, order)).toBe(true);
  });
});

describe('activeDiscount', () => {
  const one = discount(25);
  it.each([
    ['the time bonus', { time: one, welcome: discount(40), typed: null }, one],
    ['the welcome code without a time bonus', { time: null, welcome: one, typed: null }, one],
    ['a typed code that is worth more', { time: discount(20), welcome: null, typed: one }, one],
    ['no typed code that is worth less', { time: one, welcome: null, typed: discount(24) }, one],
    ['no typed code that is worth the same', { time: one, welcome: null, typed: discount(25) }, one],
    ['no code that does not hold', { time: null, welcome: null, typed: discount(9, { packages: [] }) }, null],
    ['nothing', { time: null, welcome: null, typed: null }, null],
  ])('is %s', (_, discounts, active) => expect(activeDiscount(discounts, order)).toBe(active));

  const anyDiscount = fc.option(
    fc.record({ percent: fc.integer({ min: 1, max: 99 }), minimum: fc.integer({ min: 0, max: 5_000 }) }),
  );
  const read = (some: { percent: number; minimum: number } | null) =>
    some && discount(some.percent, { minimum_order_value: some.minimum });

  it('is one of those given, and never adds up [S4-043 S4-044]', () => {
    fc.assert(
      fc.property(anyDiscount, anyDiscount, anyDiscount, fc.nat(20_000), (a, b, c, fullCents) => {
        const all = { time: read(a), welcome: read(b), typed: read(c) };
        const active = activeDiscount(all, { ...order, fullCents });
        const own = all.time ?? all.welcome;
        const usable = [own, all.typed].filter((some) => some && holdsFor(some, { ...order, fullCents }));
        const prices = usable.map((some) => discountedCents(fullCents, some?.value_percentage ?? 0));
        expect(active === null).toBe(usable.length === 0);
        if (!active) return;
        expect([own, all.typed]).toContain(active);
        expect(discountedCents(fullCents, active.value_percentage)).toBe(Math.min(...prices));
      }),
    );
  });
});

it('takes a price of 0 to its full price, rounded down to a cent', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 0, max: 100 }), (cents, percent) => {
      const price = discountedCents(cents, percent);
      expect(Number.isInteger(price)).toBe(true);
      expect(price).toBeGreaterThanOrEqual(0);
      expect(price).toBeLessThanOrEqual(cents);
      expect(cents * (100 - percent) - price * 100).toBeLessThan(100);
    }),
  );
});
