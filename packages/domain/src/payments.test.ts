import { describe, expect, it } from 'vitest';
import {
  bonusEndsAt,
  bonusPriceCents,
  cheapestMessages,
  isBonusActive,
  offeredPackages,
  savingPercent,
} from './payments.ts';

const signedUpAt = Date.UTC(2026, 0, 1);

describe('the welcome discount', () => {
  it('runs at 14,399 s after signing up and is over at 14,400 s [S4-037 S9-009]', () => {
    expect(isBonusActive({ signedUpAt, premium: false }, signedUpAt + 14_399_000)).toBe(true);
    expect(isBonusActive({ signedUpAt, premium: false }, signedUpAt + 14_399_999)).toBe(true);
    expect(isBonusActive({ signedUpAt, premium: false }, signedUpAt + 14_400_000)).toBe(false);
    expect(bonusEndsAt(signedUpAt)).toBe(signedUpAt + 14_400_000);
  });

  it('is never for a paid member [S6-020]', () => {
    expect(isBonusActive({ signedUpAt, premium: true }, signedUpAt)).toBe(false);
  });

  it('takes a quarter off, rounded in the member’s favour [S9-008]', () => {
    expect(bonusPriceCents(1_999)).toBe(1_499);
    expect(bonusPriceCents(1_000)).toBe(750);
  });
});

describe('the catalogue', () => {
  it('has four packs, p1 marked popular, priced in the country’s currency', () => {
    const packages = offeredPackages('PL', false);
    expect(packages.map(({ id, credits }) => [id, credits])).toEqual([
      ['p0', 25],
      ['p1', 60],
      ['p2', 150],
      ['p3', 400],
    ]);
    expect(packages.filter((pack) => pack.popular).map((pack) => pack.id)).toEqual(['p1']);
    expect(new Set(packages.map((pack) => pack.currency))).toEqual(new Set(['PLN']));
    expect(offeredPackages('FR', false)[0]).toMatchObject({ currency: 'EUR', priceCents: 999 });
  });

  it.each(
    Object.entries({
      GB: 'GBP',
      US: 'USD',
      AU: 'AUD',
      NZ: 'NZD',
      CA: 'CAD',
      PL: 'PLN',
      CH: 'CHF',
      NL: 'EUR',
      IE: 'EUR',
    }),
  )('%s pays in %s', (country, currency) => {
    expect(new Set(offeredPackages(country, true).map((pack) => pack.currency))).toEqual(new Set([currency]));
  });

  it('keeps the full price beside the discounted one; larger packs cost less a credit', () => {
    for (const country of ['NL', 'US', 'GB', 'AU', 'NZ', 'CA', 'PL', 'CH']) {
      const packages = offeredPackages(country, true);
      for (const pack of packages) expect(pack.priceCents).toBe(bonusPriceCents(pack.fullPriceCents));
      const perCredit = packages.map((pack) => pack.fullPriceCents / pack.credits);
      expect(perCredit).toEqual(perCredit.toSorted((a, b) => b - a));
    }
  });

  it('names the cheapest message in each country’s money, rounded up', () => {
    expect(cheapestMessages(['NL', 'US'], 1)).toEqual({
      NL: { costs: 0.25, currency: 'EUR' },
      US: { costs: 0.28, currency: 'USD' },
    });
    expect(cheapestMessages(['NL'], 2)).toEqual({ NL: { costs: 0.5, currency: 'EUR' } });
  });
});

describe('the saving of a pack', () => {
  const of = (id: string) => offeredPackages('NL', false).find((pack) => pack.id === id)!;

  it('compares the price of a message with that of the smallest pack, rounded down', () => {
    expect(offeredPackages('NL', false).map((pack) => savingPercent(pack, of('p0')))).toEqual([
      0, 16, 24, 37,
    ]);
  });

  it('never says more than is saved, in any currency, with or without the discount', () => {
    for (const country of ['NL', 'US', 'GB', 'AU', 'NZ', 'CA', 'PL', 'CH']) {
      for (const withBonus of [false, true]) {
        const packs = offeredPackages(country, withBonus);
        const each = ({ priceCents, credits }: (typeof packs)[number]) => priceCents / credits;
        const [smallest] = packs;
        for (const pack of packs) {
          const said = savingPercent(pack, smallest!) / 100;
          expect(each(pack)).toBeLessThanOrEqual(each(smallest!) * (1 - said) + 1e-9);
        }
      }
    }
  });

  it('is nothing for a pack that is dearer', () => {
    expect(savingPercent({ priceCents: 2_000, credits: 25 }, { priceCents: 999, credits: 25 })).toBe(0);
  });
});
