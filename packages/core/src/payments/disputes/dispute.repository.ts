import type { DisputeState } from '@heartline/contracts';
import { afterWord, type DisputeStand } from '@heartline/domain';
import { DURABLE, insertOnce, type Mongo } from '@heartline/platform';

/** A sentence that an operator wrote on a dispute. */
export interface DisputeNote {
  at: number;
  by: string;
  text: string;
}

/**
 * Money of a payment that its payer’s bank took back, or asks about. `state` is the bank’s word, `ledger` says how far
 * the credits have followed it.
 */
export interface DisputeDoc extends DisputeStand {
  /** `<account>:<dispute>`; for a returned debit `<account>:<payment>:return`. */
  _id: string;
  account: string;
  /** The provider’s id, or `return`: a debit that was promised and did not come. */
  dispute: string;
  payment: string;
  member: string;
  cents: number;
  currency: string;
  /** The bank’s reason: a word of the provider, or an R-code such as `AM04`. */
  reason: string;
  state: DisputeState;
  /** Credits that it takes, those owed included; 0 before its ledger row, and once they are back. */
  credits: number;
  /** Of these, credits that were spent already and became debt. */
  debt: number;
  /** Money that the site lost beyond the price, since it was refunded too. */
  lossCents: number;
  /** When the bank began it, and when we first saw it. */
  at: number;
  seenAt: number;
  /** When its state or its credits last changed. */
  changedAt: number;
  /** When the question began whose answer is stored here; an older answer changes nothing. */
  askedAt: number;
  notes?: readonly DisputeNote[];
}

/** A dispute as a provider’s answer has it. */
export type DisputeWord = Pick<
  DisputeDoc,
  | '_id'
  | 'account'
  | 'dispute'
  | 'payment'
  | 'member'
  | 'cents'
  | 'currency'
  | 'reason'
  | 'state'
  | 'lossCents'
  | 'at'
  | 'askedAt'
>;

/** The name of a dispute in ledger and receipts: each round has a row of its own. */
export const nameOfDispute = ({ dispute, round }: Pick<DisputeDoc, 'dispute' | 'round'>) =>
  round === 1 ? dispute : `${dispute}#${round}`;

/** The id of the dispute of a debit that was promised and did not come. */
export const RETURN = 'return';

/** Cents that a dispute takes of a payment in this currency; null for all that is left of it. */
export const wishOf = (
  { dispute, cents, currency: own }: Pick<DisputeDoc, 'dispute' | 'cents' | 'currency'>,
  currency: string,
): number | null => (dispute === RETURN || own !== currency ? null : cents);

export const DISPUTES = 'disputes';
const DISPUTE_PASSES = 'disputePasses';

const AT_ONCE = 500;

const disputes = ({ connection }: Mongo) => connection.collection<DisputeDoc>(DISPUTES);
const passes = ({ connection }: Mongo) =>
  connection.collection<{ _id: string; until: number }>(DISPUTE_PASSES);

export async function findDispute(mongo: Mongo, _id: string): Promise<DisputeDoc | undefined> {
  return (await disputes(mongo).findOne({ _id })) ?? undefined;
}

/**
 * Stores the bank’s word on a dispute, and that its credits are to follow. Returns the document, and if anything
 * changed. `canMove`: its payment has granted credits.
 */
export async function recordDispute(
  mongo: Mongo,
  word: DisputeWord,
  { now, canMove }: { now: number; canMove: boolean },
): Promise<{ dispute: DisputeDoc; isChanged: boolean }> {
  const follow = (stand: DisputeStand) => (canMove ? afterWord(stand, word.state) : stand);
  for (;;) {
    const known = await findDispute(mongo, word._id);
    if (!known) {
      const stand = follow({ ledger: 'none', round: 1 });
      const fresh = { ...word, ...stand, credits: 0, debt: 0, seenAt: now, changedAt: now };
      if (!(await insertOnce(disputes(mongo), fresh, { writeConcern: DURABLE })))
        return { dispute: fresh, isChanged: true };
      continue;
    }
    const stand = follow({ ledger: known.ledger, round: known.round });
    const { state, cents, reason, lossCents, askedAt } = word;
    const isSame = known.state === state && known.ledger === stand.ledger && known.lossCents === lossCents;
    if (askedAt < known.askedAt || isSame) return { dispute: known, isChanged: false };
    const change = { ...stand, state, cents, reason, lossCents, askedAt, changedAt: now };
    const changed = await changeDispute(mongo, known, change);
    if (changed) return { dispute: changed, isChanged: true };
  }
}

/** Changes a dispute whose state and ledger are as they were read; undefined if it has moved on. */
export async function changeDispute(
  mongo: Mongo,
  { _id, state, ledger, round }: Pick<DisputeDoc, '_id' | 'state' | 'ledger' | 'round'>,
  change: Partial<DisputeDoc>,
): Promise<DisputeDoc | undefined> {
  const changed = await disputes(mongo).findOneAndUpdate(
    { _id, state, ledger, round },
    { $set: change },
    { returnDocument: 'after', writeConcern: DURABLE },
  );
  return changed ?? undefined;
}

/** Disputes whose credits have not followed the bank’s word yet; a bounded number. */
export function dueDisputes(mongo: Mongo): Promise<DisputeDoc[]> {
  return (
    disputes(mongo)
      .find({ ledger: { $in: ['due', 'back-due'] } })
      // Rows that give back come first: others may take their credits.
      .sort({ ledger: 1 })
      .limit(AT_ONCE)
      .toArray()
  );
}

/** Disputes that an id of a dispute, a payment, a provider or a member names, the oldest first. */
export function findDisputes(mongo: Mongo, named: string): Promise<DisputeDoc[]> {
  const names = [{ _id: named }, { dispute: named }, { payment: named }, { member: named }];
  return disputes(mongo).find({ $or: names }).sort({ at: 1 }).limit(AT_ONCE).toArray();
}

/** Disputes of a payment, the oldest first. */
export function disputesOfPayment(mongo: Mongo, payment: string): Promise<DisputeDoc[]> {
  return disputes(mongo).find({ payment }).sort({ at: 1 }).limit(AT_ONCE).toArray();
}

/** A member’s disputes, the oldest first. */
export function disputesOf(mongo: Mongo, member: string): Promise<DisputeDoc[]> {
  return disputes(mongo).find({ member }).sort({ at: 1 }).limit(AT_ONCE).toArray();
}

/** Disputes in these states, the newest first. */
export function disputesIn(
  mongo: Mongo,
  states: readonly DisputeState[],
  limit: number,
): Promise<DisputeDoc[]> {
  return disputes(mongo)
    .find({ state: { $in: [...states] } })
    .sort({ at: -1 })
    .limit(limit)
    .toArray();
}

/** Counts disputes in a state. */
export function countDisputes(mongo: Mongo, state: DisputeState): Promise<number> {
  return disputes(mongo).countDocuments({ state });
}

/** Adds a sentence of an operator, once: the same text by the same operator is not added twice. */
export async function noteDispute(
  mongo: Mongo,
  _id: string,
  note: DisputeNote,
): Promise<DisputeDoc | undefined> {
  const { by, text } = note;
  await disputes(mongo).updateOne(
    { _id, notes: { $not: { $elemMatch: { by, text } } } },
    { $push: { notes: note } as never },
    { writeConcern: DURABLE },
  );
  return findDispute(mongo, _id);
}

/** Until when an account’s disputes were asked for; undefined before the first time. */
export async function askedUntil(mongo: Mongo, account: string): Promise<number | undefined> {
  return (await passes(mongo).findOne({ _id: account }))?.until;
}

/** Stores that an account’s disputes were asked for until then. */
export async function noteAskedUntil(mongo: Mongo, account: string, until: number): Promise<void> {
  await passes(mongo).updateOne(
    { _id: account },
    { $max: { until } },
    { upsert: true, writeConcern: DURABLE },
  );
}
