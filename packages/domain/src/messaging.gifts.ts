import type { Gift, GiftDefinition, Locale } from '@heartline/contracts';

/** One gift of a catalogue, defined by operators or by the product. */
export interface CatalogueGift extends GiftDefinition {
  offered: boolean;
}

/** The gifts every site begins with, the cheapest first. Operators change, add and withdraw them per site. */
export const DEFAULT_GIFTS: readonly GiftDefinition[] = [
  gift('rose', 3, ['Rose', 'Roos', 'Rose', 'Rosa', 'Rose', 'Rosa', 'Róża']),
  gift('coffee', 3, ['Coffee', 'Koffie', 'Kaffee', 'Café', 'Café', 'Caffè', 'Kawa']),
  gift('cupcake', 3, ['Cupcake', 'Cupcake', 'Cupcake', 'Cupcake', 'Cupcake', 'Cupcake', 'Babeczka']),
  gift('kite', 4, ['Kite', 'Vlieger', 'Drachen', 'Cometa', 'Cerf-volant', 'Aquilone', 'Latawiec']),
  gift('record', 5, ['Record', 'Langspeelplaat', 'Schallplatte', 'Disco', 'Disque', 'Disco', 'Płyta']),
  gift('bouquet', 6, ['Bouquet', 'Boeket', 'Blumenstrauß', 'Ramo de flores', 'Bouquet', 'Bouquet', 'Bukiet']),
  gift('teddy', 6, ['Teddy bear', 'Teddybeer', 'Teddybär', 'Osito', 'Ourson', 'Orsetto', 'Miś']),
  gift('lantern', 7, ['Lantern', 'Lantaarn', 'Laterne', 'Farol', 'Lanterne', 'Lanterna', 'Lampion']),
  gift('toast', 8, [
    'Two glasses',
    'Twee glazen',
    'Zwei Gläser',
    'Dos copas',
    'Deux verres',
    'Due calici',
    'Dwa kieliszki',
  ]),
  gift('star', 10, ['Star', 'Ster', 'Stern', 'Estrella', 'Étoile', 'Stella', 'Gwiazda']),
  gift('locket', 12, ['Locket', 'Medaillon', 'Medaillon', 'Medallón', 'Médaillon', 'Medaglione', 'Medalion']),
  gift('balloon', 15, [
    'Balloon ride',
    'Ballonvaart',
    'Ballonfahrt',
    'Paseo en globo',
    'Tour en montgolfière',
    'Giro in mongolfiera',
    'Lot balonem',
  ]),
];

function gift(
  id: GiftDefinition['picture'],
  credits: number,
  [en, nl, de, es, fr, it, pl]: readonly [string, string, string, string, string, string, string],
): GiftDefinition {
  return { id, picture: id, credits, names: { en, nl, de, es, fr, it, pl } };
}

/**
 * The catalogue of a site, the cheapest gift first. Each following list changes, adds or withdraws gifts. No gift is ever
 * removed, since stored messages refer to it.
 */
export function giftCatalogue(changes: readonly CatalogueGift[]): CatalogueGift[] {
  const byId = new Map(
    DEFAULT_GIFTS.map((one): [string, CatalogueGift] => [one.id, { ...one, offered: true }]),
  );
  for (const change of changes) byId.set(change.id, change);
  return [...byId.values()].sort((a, b) => a.credits - b.credits || (a.id < b.id ? -1 : 1));
}

/** The price of a gift: its own, but at least the site’s minimum. It is the same for every recipient. */
export function giftPrice(gift: Pick<GiftDefinition, 'credits'>, settings: { gift_credits: number }): number {
  return Math.max(gift.credits, settings.gift_credits);
}

/** A gift as a member sees it, named in their language. */
export function presentGift(one: CatalogueGift, settings: { gift_credits: number }, locale: Locale): Gift {
  const { id, picture, offered, names } = one;
  return { id, name: names[locale], picture, credits: giftPrice(one, settings), offered };
}
