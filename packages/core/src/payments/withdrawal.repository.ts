import { type CounterDoc, countUpTo, DURABLE, hashSecret, insertOnce, type Mongo } from '@heartline/platform';
import { keyOfEmail } from '../accounts/index.ts';
import { spelledNumber } from './receipt.repository.ts';

/**
 * A withdrawal statement that a person looks at, taken without a session:
 *
 * - `unmatched`: number and address opened no purchase. The account may be erased, or one of the two mistyped.
 * - `locked`: the account of the buyer is suspended.
 */
export interface WithdrawalDoc {
  /** A hash of site, number and address, so that a repeated statement is the same one. */
  _id: string;
  site: string;
  why: 'unmatched' | 'locked';
  number: string;
  /** The address that gets the answer, and its one spelling (`keyOfEmail`). */
  email: string;
  emailKey: string;
  name: string;
  /** The payment, if it is known; null otherwise. */
  payment: string | null;
  at: number;
  /** When an operator dealt with it, and when it is deleted after that; null before. */
  handledAt: number | null;
  forgetAt: Date | null;
}

export const WITHDRAWALS = 'withdrawals';
export const WITHDRAWAL_TRIES = 'withdrawalTries';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Tries from all networks together. Numbers are consecutive, so an address allows only a few guesses a day. */
const TRIES = {
  number: { most: 20, forMs: HOUR_MS },
  address: { most: 10, forMs: DAY_MS },
  mail: { most: 3, forMs: DAY_MS },
} as const;
/** A handled statement is proof for this long: the time in which a buyer may still ask for the money. */
const PROOF_MS = 5 * 365 * 86_400_000;

const withdrawals = ({ connection }: Mongo) => connection.collection<WithdrawalDoc>(WITHDRAWALS);
/** Tries of one receipt number within an hour, or of one account within a day; `_id` is a hash of it and the site. */
const tries = ({ connection }: Mongo) => connection.collection<CounterDoc>(WITHDRAWAL_TRIES);

/** Counts a try of a receipt number and of an address, in any of its spellings; false beyond the limit of either. */
export async function takeTry(
  mongo: Mongo,
  { site, number, email, now }: { site: string; number: string; email: string; now: number },
): Promise<boolean> {
  const counted = await Promise.all([
    countUpTo(tries(mongo), hashSecret(`${site} ${spelledNumber(number)}`), { ...TRIES.number, now }),
    countUpTo(tries(mongo), hashSecret(`${site} ${keyOfEmail(email)}`), { ...TRIES.address, now }),
  ]);
  return counted.every(Boolean);
}

/** Counts an acknowledgement to an address that is perhaps not the caller’s; false beyond the limit. */
export function takeMail(
  mongo: Mongo,
  { site, email, now }: { site: string; email: string; now: number },
): Promise<boolean> {
  return countUpTo(tries(mongo), hashSecret(`mail ${site} ${keyOfEmail(email)}`), { ...TRIES.mail, now });
}

/**
 * Stores a statement for a person, or returns the one that was stored before, with its time. One that was handled waits
 * for a person again.
 */
export async function keepWithdrawal(
  mongo: Mongo,
  statement: Omit<WithdrawalDoc, '_id' | 'emailKey' | 'handledAt' | 'forgetAt'>,
): Promise<WithdrawalDoc> {
  const { site, number, email } = statement;
  const emailKey = keyOfEmail(email);
  const _id = hashSecret(`${site} ${spelledNumber(number)} ${emailKey}`);
  const doc = { _id, ...statement, emailKey, handledAt: null, forgetAt: null };
  const existing = await insertOnce(withdrawals(mongo), doc, { writeConcern: DURABLE });
  if (!existing) return doc;
  const { why, name, payment } = statement;
  const reopened = await withdrawals(mongo).findOneAndUpdate(
    { _id, handledAt: { $ne: null } },
    { $set: { handledAt: null, forgetAt: null, why, payment, ...(name && { name }) } },
    { returnDocument: 'after', writeConcern: DURABLE },
  );
  return reopened ?? existing;
}

/** Statements that wait for a person, the oldest first. */
export function waitingWithdrawals(mongo: Mongo, limit: number): Promise<WithdrawalDoc[]> {
  return withdrawals(mongo).find({ handledAt: null }).sort({ at: 1 }).limit(limit).toArray();
}

/** Statements made under an address of a site, the oldest first; a bounded number. For its owner’s archive. */
export function withdrawalsFrom(
  mongo: Mongo,
  { site, emailKey }: Pick<WithdrawalDoc, 'site' | 'emailKey'>,
): Promise<WithdrawalDoc[]> {
  return withdrawals(mongo).find({ emailKey, site }).sort({ at: 1 }).limit(1_000).toArray();
}

/** Number of statements that wait for a person. */
export function countWaiting(mongo: Mongo): Promise<number> {
  return withdrawals(mongo).countDocuments({ handledAt: null });
}

/** An operator dealt with a statement. Returns it; undefined if there is none. */
export async function handleWithdrawal(
  mongo: Mongo,
  _id: string,
  now: number,
): Promise<WithdrawalDoc | undefined> {
  await withdrawals(mongo).updateOne(
    { _id, handledAt: null },
    { $set: { handledAt: now, forgetAt: new Date(now + PROOF_MS) } },
    { writeConcern: DURABLE },
  );
  return (await withdrawals(mongo).findOne({ _id })) ?? undefined;
}
