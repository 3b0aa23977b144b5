import { giftDefinition, LOCALES } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_GIFTS, giftCatalogue, giftPrice, presentGift } from './messaging.gifts.ts';

const [rose] = DEFAULT_GIFTS;
if (!rose) throw new Error('no gifts');

describe('gifts', () => {
  it('come with the product as valid definitions, from 3 credits up', () => {
    expect(DEFAULT_GIFTS).toHaveLength(12);
    for (const one of DEFAULT_GIFTS) expect(giftDefinition.safeParse(one).success).toBe(true);
    expect(Math.min(...DEFAULT_GIFTS.map((one) => one.credits))).toBe(3);
    expect(new Set(DEFAULT_GIFTS.map((one) => one.picture)).size).toBe(12);
  });

  it('cost their own price, and never less than gifts cost on the site', () => {
    expect([2, 3, 4].map((gift_credits) => giftPrice({ credits: 3 }, { gift_credits }))).toEqual([3, 3, 4]);
  });

  it('are changed, added and withdrawn, and none is ever gone', () => {
    const dear = { ...rose, credits: 9, offered: true };
    const own = { ...rose, id: 'tulip', credits: 1, offered: true };
    const catalogue = giftCatalogue([{ ...rose, offered: false }, own, dear]);
    expect(catalogue).toHaveLength(13);
    expect(catalogue[0]?.id).toBe('tulip');
    expect(catalogue.find(({ id }) => id === 'rose')).toEqual(dear);
    expect(giftCatalogue([{ ...rose, offered: false }]).find(({ id }) => id === 'rose')?.offered).toBe(false);
  });

  it('are named in the language of who looks', () => {
    const names = LOCALES.map(
      (locale) => presentGift({ ...rose, offered: true }, { gift_credits: 3 }, locale).name,
    );
    expect(names).toEqual(['Rose', 'Roos', 'Rose', 'Rosa', 'Rose', 'Rosa', 'Róża']);
  });
});
