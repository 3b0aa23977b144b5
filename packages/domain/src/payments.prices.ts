import { type PackageId, packageId } from '@heartline/contracts';
import { CURRENCIES, type Currency, defaultPrice, type PackPrice } from './payments-catalogue.ts';

export { CURRENCIES, type Currency, currencyOf, defaultPrice, type PackPrice } from './payments-catalogue.ts';

/** A price that an operator set, from this time on. */
export interface PriceChange extends PackPrice {
  currency: Currency;
  pack: PackageId;
  at: number;
}

/** The price of a pack now. */
export interface ListedPrice extends PackPrice {
  /** The lowest price of the 30 days before this one began, if this one is a reduction that is still new; else null. */
  priorCents: number | null;
  /** When this price began; null for the default. */
  since: number | null;
}

/** The prices of a site in one currency. */
export interface PriceList {
  currency: Currency;
  packs: Readonly<Record<PackageId, ListedPrice>>;
}

/** The prices of a site in every currency. */
export type PriceLists = Readonly<Record<Currency, PriceList>>;

/** A reduction is announced for so long, and compared with the lowest price of so long before it. */
const REDUCTION_MS = 30 * 86_400_000;

/** The prices of a site, from all changes that its operators made, the oldest of a pack first. */
export function priceLists(changes: readonly PriceChange[], now: number): PriceLists {
  const byPack = Map.groupBy(changes, ({ currency, pack }) => `${currency}:${pack}`);
  const listOf = (currency: Currency): PriceList => ({
    currency,
    packs: Object.fromEntries(
      packageId.options.map((pack) => {
        const history = byPack.get(`${currency}:${pack}`) ?? [];
        return [pack, listedPrice(defaultPrice(pack, currency), history, now)];
      }),
    ) as Record<PackageId, ListedPrice>,
  });
  return Object.fromEntries(
    CURRENCIES.map((currency) => [currency, listOf(currency)]),
  ) as unknown as PriceLists;
}

function listedPrice(initial: PackPrice, history: readonly PriceChange[], now: number): ListedPrice {
  const current = history.at(-1);
  if (!current) return { ...initial, priorCents: null, since: null };
  const { cents, credits, at } = current;
  const priorCents = now - at < REDUCTION_MS ? priorOf(initial, history) : null;
  return { cents, credits, priorCents, since: at };
}

/**
 * The lowest price of the 30 days before the last change (Directive 98/6/EC article 6a, CJEU C-330/23). Null if the
 * last change is no reduction from it, or if the pack held other credits in those days: that was another offer.
 */
function priorOf(initial: PackPrice, history: readonly PriceChange[]): number | null {
  const timeline: readonly (PackPrice & { at: number })[] = [
    { ...initial, at: Number.NEGATIVE_INFINITY },
    ...history,
  ];
  const current = timeline.at(-1);
  if (!current) return null;
  const begin = current.at - REDUCTION_MS;
  // The last price that began before those days was in force in them, unless it ended as they began.
  const inDays = timeline.slice(0, -1).filter((_, index) => (timeline[index + 1]?.at ?? 0) > begin);
  if (inDays.some(({ credits }) => credits !== current.credits)) return null;
  const lowest = Math.min(...inDays.map(({ cents }) => cents));
  return lowest > current.cents ? lowest : null;
}

/** Two packs of a list in the order of their size, of which the larger breaks a rule. */
export interface LadderFault {
  rule: 'credits' | 'price';
  smaller: PackageId;
  larger: PackageId;
}

/** The first fault of a price list: each pack holds more credits than the one before, and none is dearer per credit. */
export function ladderFault(packs: Readonly<Record<PackageId, PackPrice>>): LadderFault | undefined {
  const ids = packageId.options;
  for (const [index, larger] of ids.entries()) {
    const smaller = ids[index - 1];
    if (smaller === undefined) continue;
    const [one, other] = [packs[smaller], packs[larger]];
    if (other.credits <= one.credits) return { rule: 'credits', smaller, larger };
    if (other.cents * one.credits > one.cents * other.credits) return { rule: 'price', smaller, larger };
  }
  return undefined;
}
