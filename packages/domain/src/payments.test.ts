import type { CreditPackage } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { discountedCents } from './payments.codes.ts';
import { CURRENCIES, currencyOf, type PriceList, priceLists } from './payments.prices.ts';
import {
  bonusEndsAt,
  cheapestMessages,
  isBonusActive,
  offeredPackages,
  savingPercent,
  struckPrice,
} from './payments.ts';

const lists = priceLists([], 0);

/** The packs of a list with a personal discount, as the use cases price them. */
function packsLess(list: PriceList, percent: number): CreditPackage[] {
  return offeredPackages(list).map((pack) => ({
    ...pack,
    priceCents: discountedCents(pack.fullPriceCents, percent),
  }));
}

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
    expect(discountedCents(1_999, 25)).toBe(1_499);
    expect(discountedCents(1_000, 25)).toBe(750);
  });
});

describe('the catalogue', () => {
  it('has four packs, p1 marked popular, priced in the country’s currency', () => {
    const packages = offeredPackages(lists.PLN);
    expect(packages.map(({ id, credits }) => [id, credits])).toEqual([
      ['p0', 25],
      ['p1', 60],
      ['p2', 150],
      ['p3', 400],
    ]);
    expect(packages.filter((pack) => pack.popular).map((pack) => pack.id)).toEqual(['p1']);
    expect(new Set(packages.map((pack) => pack.currency))).toEqual(new Set(['PLN']));
    expect(offeredPackages(lists[currencyOf('FR')])[0]).toMatchObject({
      currency: 'EUR',
      priceCents: 999,
    });
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
    expect(currencyOf(country)).toBe(currency);
  });

  it('costs less a credit in larger packs', () => {
    for (const currency of CURRENCIES) {
      const packages = offeredPackages(lists[currency]);
      for (const pack of packages) expect(pack.priceCents).toBe(pack.fullPriceCents);
      const perCredit = packages.map((pack) => pack.fullPriceCents / pack.credits);
      expect(perCredit).toEqual(perCredit.toSorted((a, b) => b - a));
    }
  });

  it('names the cheapest message in each country’s money, rounded up', () => {
    expect(cheapestMessages(['NL', 'US'], lists, 1)).toEqual({
      NL: { costs: 0.25, currency: 'EUR' },
      US: { costs: 0.28, currency: 'USD' },
    });
    expect(cheapestMessages(['NL'], lists, 2)).toEqual({ NL: { costs: 0.5, currency: 'EUR' } });
  });
});

describe('the struck price', () => {
  const packAt = (cents: number, percentOff: number) => {
    const cut = { currency: 'EUR', pack: 'p1', cents, credits: 60, at: -1 } as const;
    return packsLess(priceLists([cut], 0).EUR, percentOff)[1]!;
  };

  it('is the normal price for a discount of the member’s own', () => {
    expect(struckPrice(packAt(1_999, 25))).toEqual({ cents: 1_999, of: 'member' });
    expect(struckPrice(packAt(1_599, 25))).toEqual({ cents: 1_599, of: 'member' });
  });

  it('is the lowest price before for a reduction for everyone', () => {
    expect(packAt(1_599, 0)).toMatchObject({
      priceCents: 1_599,
      fullPriceCents: 1_599,
      priorPriceCents: 1_999,
    });
    expect(struckPrice(packAt(1_599, 0))).toEqual({ cents: 1_999, of: 'everyone' });
  });

  it('is none where nothing is reduced', () => expect(struckPrice(packAt(2_299, 0))).toBeNull());

  it('is none where a gateway of the release before sends no price before', () =>
    expect(struckPrice({ priceCents: 1_999, fullPriceCents: 1_999 })).toBeNull());
});

describe('the saving of a pack', () => {
  const of = (id: string) => offeredPackages(lists.EUR).find((pack) => pack.id === id)!;

  it('compares the price of a message with that of the smallest pack, rounded down', () => {
    expect(offeredPackages(lists.EUR).map((pack) => savingPercent(pack, of('p0')))).toEqual([0, 16, 24, 37]);
  });

  it('never says more than is saved, in any currency, with or without the discount', () => {
    for (const currency of CURRENCIES) {
      for (const percentOff of [0, 25]) {
        const packs = packsLess(lists[currency], percentOff);
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
