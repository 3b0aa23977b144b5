import { DURABLE, insertOnce, type Mongo } from '@heartline/platform';

/**
 * Money that came for no open order:
 *
 * - `second`: another checkout of an order that was paid already. It goes back by itself.
 * - `unknown`: an order that this database does not have. A person decides, since another database may have it.
 *
 *     seen ─→ refunding ─→ done
 *      │          └─→ failed (the provider refused: a person decides)
 *      └─→ kept (a person decided)
 */
export interface StrayDoc {
  /** `<account>:<providerId>` */
  _id: string;
  account: string;
  providerId: string;
  why: 'second' | 'unknown';
  /** Our payment’s id, as the provider has it. */
  reference: string;
  cents: number;
  currency: string;
  state: 'seen' | 'refunding' | 'done' | 'failed' | 'kept';
  refundId: string | null;
  at: number;
  checkedAt: number;
}

export const STRAYS = 'strays';

const MOST_FOUND = 100;

const strays = ({ connection }: Mongo) => connection.collection<StrayDoc>(STRAYS);

/** Records money that came for no open order, once. */
export async function recordStray(mongo: Mongo, stray: StrayDoc): Promise<void> {
  await insertOnce(strays(mongo), stray, { writeConcern: DURABLE });
}

export async function findStray(mongo: Mongo, id: string): Promise<StrayDoc | undefined> {
  return (await strays(mongo).findOne({ _id: id })) ?? undefined;
}

/** Strays that our reference, a provider’s id or an id of a stray names. For operators: strays are few. */
export function findStrays(mongo: Mongo, named: string): Promise<StrayDoc[]> {
  return strays(mongo)
    .find({ $or: [{ _id: named }, { providerId: named }, { reference: named }] })
    .limit(MOST_FOUND)
    .toArray();
}

/** Strays in these states, the longest unasked first; a bounded number. */
export function straysIn(
  mongo: Mongo,
  states: readonly StrayDoc['state'][],
  limit: number,
): Promise<StrayDoc[]> {
  return strays(mongo)
    .find({ state: { $in: [...states] } })
    .sort({ checkedAt: 1 })
    .limit(limit)
    .toArray();
}

/** Changes a stray that is still in this state; undefined if it has moved on. */
export async function changeStray(
  mongo: Mongo,
  expected: Pick<StrayDoc, '_id' | 'state'>,
  change: Partial<Pick<StrayDoc, 'state' | 'refundId' | 'checkedAt'>>,
): Promise<StrayDoc | undefined> {
  const changed = await strays(mongo).findOneAndUpdate(
    { _id: expected._id, state: expected.state },
    { $set: change },
    { returnDocument: 'after', writeConcern: DURABLE },
  );
  return changed ?? undefined;
}
