import type { PriceChange } from '@heartline/domain';
import { DURABLE, insertOnce, type Mongo, under } from '@heartline/platform';

/** A price that an operator set. Rows are inserted once and never changed: they are the history of the price. */
export interface PriceDoc extends PriceChange {
  /** `<site>:<currency>:<pack>:<at, 13 digits>`: the last of a pack is its price now. */
  _id: string;
  site: string;
  by: string;
  reason: string;
}

const PRICES = 'prices';

/** The most changes of one site. They are read whole, so `set` refuses more. */
export const MOST_PRICES = 5_000;
const DIGITS = 13;

const pricesOf = ({ connection }: Mongo) => connection.collection<PriceDoc>(PRICES);

/** All prices that operators of a site set, by currency and pack, the oldest of a pack first. */
export function readPrices(mongo: Mongo, site: string): Promise<PriceDoc[]> {
  return pricesOf(mongo)
    .find({ _id: under(site) })
    .sort({ _id: 1 })
    .limit(MOST_PRICES)
    .toArray();
}

/** Stores a price; false if the pack got another one in the same millisecond. */
export async function insertPrice(mongo: Mongo, price: Omit<PriceDoc, '_id'>): Promise<boolean> {
  const { site, currency, pack, at } = price;
  const _id = `${site}:${currency}:${pack}:${String(at).padStart(DIGITS, '0')}`;
  return (await insertOnce(pricesOf(mongo), { _id, ...price }, { writeConcern: DURABLE })) === undefined;
}
