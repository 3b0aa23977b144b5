import { DURABLE, insertOnce, type Mongo } from '@heartline/platform';
import type { PaymentDoc } from './payment.repository.ts';

/**
 * Money that came for no open order:
 *
 * - `second`: another checkout of an order that was paid already. It goes back by itself.
 * - `unknown`: an order that this database does not have. A person decides, since another database may have it.
 * - `over`: what came beyond the price of an order that was granted. A person gives it back.
 *
 *     seen ─→ refunding ─→ done
 *      │          └─→ failed (the provider refused: a person decides)
 *      ├─→ kept (a person decided)
 *      └─→ matched (a person found its order, which is granted)
 */
export interface StrayDoc {
  /** `<account>:<providerId>`; with `:over-<n>` for what came beyond a price. */
  _id: string;
  account: string;
  providerId: string;
  why: 'second' | 'unknown' | 'over';
  /** Our payment’s id, as the provider has it. */
  reference: string;
  cents: number;
  currency: string;
  state: 'seen' | 'refunding' | 'done' | 'failed' | 'kept' | 'matched';
  refundId: string | null;
  /** The payment that a person gave it to; absent in all others. */
  payment?: string;
  at: number;
  checkedAt: number;
}

export const STRAYS = 'strays';

const MOST_FOUND = 100;
/** Strays that one pass settles at most. */
const AT_ONCE = 1_000;

const strays = ({ connection }: Mongo) => connection.collection<StrayDoc>(STRAYS);

/** Records money that came for no open order, once. */
export async function recordStray(mongo: Mongo, stray: StrayDoc): Promise<void> {
  await insertOnce(strays(mongo), stray, { writeConcern: DURABLE });
}

/**
 * Records what came beyond the price of a payment, `restCents` in all. Cents of earlier rows are not recorded again.
 * Returns true if this call recorded something.
 */
export async function recordOverpaid(
  mongo: Mongo,
  payment: Pick<PaymentDoc, '_id' | 'account' | 'providerId' | 'currency'>,
  restCents: number,
  now: number,
): Promise<boolean> {
  const { _id: reference, account, providerId, currency } = payment;
  if (providerId === null) return false;
  const prefix = `${account}:${providerId}:over`;
  const known = await strays(mongo)
    .find({ _id: { $gte: `${prefix}-`, $lt: `${prefix}.` } })
    .toArray();
  const cents = restCents - known.reduce((sum, one) => sum + one.cents, 0);
  if (cents <= 0) return false;
  const stray: StrayDoc = {
    _id: `${prefix}-${known.length + 1}`,
    account,
    providerId,
    why: 'over',
    reference,
    cents,
    currency,
    state: 'seen',
    refundId: null,
    at: now,
    checkedAt: now,
  };
  const other = await insertOnce(strays(mongo), stray, { writeConcern: DURABLE });
  // Another call was faster, perhaps after an earlier word of the provider.
  return other ? recordOverpaid(mongo, payment, restCents, now) : true;
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

/**
 * Strays that go back without a person: second payments, and those under way that were not asked about since `asked`.
 * The longest unasked first; a bounded number.
 */
export function straysToSettle(mongo: Mongo, asked: number): Promise<StrayDoc[]> {
  return strays(mongo)
    .find({
      $or: [
        { state: 'seen', why: 'second' },
        { state: 'refunding', checkedAt: { $lte: asked } },
      ],
    })
    .sort({ checkedAt: 1 })
    .limit(AT_ONCE)
    .toArray();
}

/** Changes a stray that is still in this state; undefined if it has moved on. */
export async function changeStray(
  mongo: Mongo,
  expected: Pick<StrayDoc, '_id' | 'state'>,
  change: Partial<Pick<StrayDoc, 'state' | 'refundId' | 'checkedAt' | 'payment'>>,
): Promise<StrayDoc | undefined> {
  const changed = await strays(mongo).findOneAndUpdate(
    { _id: expected._id, state: expected.state },
    { $set: change },
    { returnDocument: 'after', writeConcern: DURABLE },
  );
  return changed ?? undefined;
}
