import type { PackageId } from '@heartline/contracts';
import { type Currency, type LadderFault, ladderFault, type PackPrice, priceLists } from '@heartline/domain';
import type { PaymentsContext } from './payments-context.ts';
import { insertPrice, MOST_PRICES, type PriceDoc, readPrices } from './prices.repository.ts';

/** A price as an operator asks for it. */
export interface WantedPrice extends PackPrice {
  currency: Currency;
  pack: PackageId;
}

/** Bounds that catch a slip: no pack is sold for nothing, nor for ten thousand. */
const MOST_CENTS = 1_000_000;
const MOST_CREDITS = 100_000;

type Context = Pick<PaymentsContext, 'mongo' | 'clock'>;

/** The prices of a site now, uncached, with the lowest price of the 30 days before each. */
async function showPrices({ mongo, clock }: Context, site: string) {
  return priceLists(await readPrices(mongo, site), clock.now());
}

/**
 * Sets the price of a pack from now on. Setting the price that it has changes nothing, so that a repetition starts no
 * new period of 30 days. A refusal is a sentence.
 */
async function setPrice(
  context: Context,
  site: string,
  wanted: WantedPrice,
  { by, reason }: { by: string; reason: string },
): Promise<{ done: WantedPrice } | { problem: string }> {
  const problem = boundsProblem(wanted);
  if (problem) return { problem };
  const { currency, pack, cents, credits } = wanted;
  const rows = await readPrices(context.mongo, site);
  if (rows.length >= MOST_PRICES)
    return { problem: `The site ${site} has ${MOST_PRICES} prices: no more fit.` };
  const { packs } = priceLists(rows, context.clock.now())[currency];
  const now = packs[pack];
  if (now.cents === cents && now.credits === credits) return { done: wanted };
  const fault = ladderFault({ ...packs, [pack]: wanted });
  if (fault) return { problem: `${currency}: ${faultWords(fault)} Nothing is changed.` };
  // The last row holds: a slow clock must not store a price before the one that holds.
  const at = Math.max(context.clock.now(), (now.since ?? 0) + 1);
  const isInserted = await insertPrice(context.mongo, {
    site,
    currency,
    pack,
    cents,
    credits,
    at,
    by,
    reason,
  });
  if (!isInserted) return setPrice(context, site, wanted, { by, reason });
  // Another operator may have set another pack since the check.
  const after = ladderFault((await showPrices(context, site))[currency].packs);
  if (!after) return { done: wanted };
  return {
    problem: `${currency}: the price is set, but so was another one at the same time. Now ${faultWords(after)} Set one of them again.`,
  };
}

function boundsProblem({ cents, credits }: PackPrice): string | undefined {
  if (!Number.isSafeInteger(cents) || cents < 1 || cents > MOST_CENTS)
    return `A price is a whole number of cents from 1 to ${MOST_CENTS}: 19.99 is --cents 1999.`;
  if (!Number.isSafeInteger(credits) || credits < 1 || credits > MOST_CREDITS)
    return `The credits of a pack are a whole number from 1 to ${MOST_CREDITS}.`;
  return undefined;
}

function faultWords({ rule, smaller, larger }: LadderFault): string {
  return rule === 'price'
    ? `${larger} would cost more per credit than the smaller ${smaller}.`
    : `${larger} would not hold more credits than ${smaller}.`;
}

/** The prices that operators of a site set, the newest first. */
async function priceHistory(
  { mongo }: Context,
  site: string,
  of: Partial<Pick<PriceDoc, 'currency' | 'pack'>>,
): Promise<PriceDoc[]> {
  const rows = await readPrices(mongo, site);
  return rows
    .filter(({ currency }) => of.currency === undefined || currency === of.currency)
    .filter(({ pack }) => of.pack === undefined || pack === of.pack)
    .toSorted((one, other) => other.at - one.at);
}

/** Operators' work on prices. */
export function operatePrices(context: Context) {
  return {
    show: (site: string) => showPrices(context, site),
    set: (site: string, wanted: WantedPrice, editor: { by: string; reason: string }) =>
      setPrice(context, site, wanted, editor),
    history: (site: string, of: Partial<Pick<PriceDoc, 'currency' | 'pack'>>) =>
      priceHistory(context, site, of),
  };
}
