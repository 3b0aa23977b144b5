import { type PackageId, packageId } from '@heartline/contracts';
import {
  CURRENCIES,
  type Currency,
  type LadderFault,
  type ListedPrice,
  ladderFault,
  type PackPrice,
  priceLists,
} from '@heartline/domain';
import type { PaymentsContext } from './payments-context.ts';
import { insertPrice, MOST_PRICES, type PriceDoc, readPrices } from './prices.repository.ts';

/** A price as an operator typed it. */
interface TypedPrice extends PackPrice {
  currency: string;
  pack: string;
}

/** The price of a pack in one currency. */
interface PriceOfPack extends PackPrice {
  currency: Currency;
  pack: PackageId;
}

/** The outcome of an operator’s act; a refusal is a sentence. */
type Outcome<T> = { done: T } | { problem: string };

/** Bounds that catch a slip: no pack is free, and none costs more than 10,000. */
const MOST_CENTS = 1_000_000;
const MOST_CREDITS = 100_000;

type Context = Pick<PaymentsContext, 'mongo' | 'clock'>;

/** The prices of a site now, uncached; of one currency if it is named. */
async function showPrices(
  context: Context,
  site: string,
  named: string | undefined,
): Promise<Outcome<(PriceOfPack & ListedPrice)[]>> {
  const currency = currencyNamed(named);
  if (named !== undefined && !currency) return noCurrency(named);
  const lists = priceLists(await readPrices(context.mongo, site), context.clock.now());
  const rows = (currency ? [currency] : CURRENCIES).flatMap((one) =>
    packageId.options.map((pack) => ({ currency: one, pack, ...lists[one].packs[pack] })),
  );
  return { done: rows };
}

/**
 * Sets the price of a pack from now on. Setting the price that it has changes nothing, so that a repetition starts no
 * new period of 30 days.
 */
async function setPrice(
  context: Context,
  site: string,
  typed: TypedPrice,
  editor: { by: string; reason: string },
): Promise<Outcome<PriceOfPack>> {
  const read = readPrice(typed);
  if ('problem' in read) return read;
  const { currency, pack, cents, credits } = read.done;
  const rows = await readPrices(context.mongo, site);
  if (rows.length >= MOST_PRICES)
    return { problem: `The site ${site} has ${MOST_PRICES} prices: no more fit.` };
  const { packs } = priceLists(rows, context.clock.now())[currency];
  const current = packs[pack];
  if (current.cents === cents && current.credits === credits) return read;
  const fault = ladderFault({ ...packs, [pack]: read.done });
  if (fault) return { problem: `In ${currency}, ${faultWords(fault)}. Nothing is changed.` };
  // The last row holds, so a slow clock must not store this one before it.
  const at = Math.max(context.clock.now(), (current.since ?? 0) + 1);
  const isInserted = await insertPrice(context.mongo, {
    site,
    currency,
    pack,
    cents,
    credits,
    at,
    ...editor,
  });
  return isInserted ? checkAgain(context, site, read.done) : setPrice(context, site, typed, editor);
}

/** Another operator may have set another pack between the check and the write: then this one is told. */
async function checkAgain(context: Context, site: string, price: PriceOfPack): Promise<Outcome<PriceOfPack>> {
  const { currency } = price;
  const lists = priceLists(await readPrices(context.mongo, site), context.clock.now());
  const fault = ladderFault(lists[currency].packs);
  if (!fault) return { done: price };
  return {
    problem: `The price is set, and so was another one at the same time. In ${currency}, ${faultWords(fault)}. Set one of the two again.`,
  };
}

function readPrice({ currency: named, pack: id, cents, credits }: TypedPrice): Outcome<PriceOfPack> {
  const currency = currencyNamed(named);
  if (!currency) return noCurrency(named);
  const pack = packNamed(id);
  if (!pack) return noPack(id);
  if (!Number.isSafeInteger(cents) || cents < 1 || cents > MOST_CENTS)
    return { problem: `A price is a whole number of cents from 1 to ${MOST_CENTS}: 19.99 is --cents 1999.` };
  if (!Number.isSafeInteger(credits) || credits < 1 || credits > MOST_CREDITS)
    return { problem: `The credits of a pack are a whole number from 1 to ${MOST_CREDITS}.` };
  return { done: { currency, pack, cents, credits } };
}

const currencyNamed = (typed: string | undefined) => CURRENCIES.find((one) => one === typed?.toUpperCase());
const packNamed = (typed: string | undefined) => packageId.options.find((one) => one === typed);

const noCurrency = (typed: string) => ({
  problem: `No site sells in "${typed}". Currencies: ${CURRENCIES.join(', ')}.`,
});
const noPack = (typed: string) => ({
  problem: `There is no pack "${typed}". Packs: ${packageId.options.join(', ')}.`,
});

function faultWords({ rule, smaller, larger }: LadderFault): string {
  return rule === 'price'
    ? `${larger} would cost more per credit than the smaller ${smaller}`
    : `${larger} would not hold more credits than ${smaller}`;
}

/** The prices that operators of a site set, the newest first; of one currency and one pack if they are named. */
async function priceHistory(
  { mongo }: Context,
  site: string,
  named: { currency?: string | undefined; pack?: string | undefined },
): Promise<Outcome<PriceDoc[]>> {
  const [currency, pack] = [currencyNamed(named.currency), packNamed(named.pack)];
  if (named.currency !== undefined && !currency) return noCurrency(named.currency);
  if (named.pack !== undefined && !pack) return noPack(named.pack);
  const rows = await readPrices(mongo, site);
  const asked = rows.filter((row) => (currency ?? row.currency) === row.currency);
  return {
    done: asked.filter((row) => (pack ?? row.pack) === row.pack).toSorted((one, other) => other.at - one.at),
  };
}

/** Operators’ work on prices. */
export function operatePrices(context: Context) {
  return {
    show: (site: string, currency?: string) => showPrices(context, site, currency),
    set: (site: string, typed: TypedPrice, editor: { by: string; reason: string }) =>
      setPrice(context, site, typed, editor),
    history: (site: string, named: Parameters<typeof priceHistory>[2]) => priceHistory(context, site, named),
  };
}
