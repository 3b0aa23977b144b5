import { DURABLE, insertOnce, type Mongo, under } from '@heartline/platform';

/** A code sent to a phone. It holds for one order of one member, with one account, phone and pack. */
export interface SmsCodeDoc {
  /** `<member>:<key of the order>` */
  _id: string;
  /** Keyed hash of the code with the id. */
  codeHash: string;
  /** Keyed hash of account, phone and pack. */
  boundTo: string;
  /** The reference of the mandate that it signs. */
  reference: string;
  /** Keyed hashes of the different codes that were typed, and their number. */
  tried: string[];
  tries: number;
  sentAt: number;
  /** Until when it can be entered. */
  until: number;
  /** When it was entered; null before. Then the order goes on under its key without another code. */
  usedAt: number | null;
  /** A date, because the TTL index needs one. */
  forgetAt: Date;
}

export const SMS_CODES = 'smsCodes';

/** Tries of one code, the right one included. */
const MOST_TRIES = 5;

const codes = ({ connection }: Mongo) => connection.collection<SmsCodeDoc>(SMS_CODES);

export async function findSmsCode(mongo: Mongo, _id: string): Promise<SmsCodeDoc | undefined> {
  return (await codes(mongo).findOne({ _id })) ?? undefined;
}

/**
 * Stores a new code in place of `before`, the row that was read. Of concurrent requests one wins: true for that one, which
 * then sends the message.
 */
export async function claimSmsCode(
  mongo: Mongo,
  code: SmsCodeDoc,
  before: SmsCodeDoc | undefined,
): Promise<boolean> {
  if (!before) {
    const existing = await insertOnce(codes(mongo), code, { writeConcern: DURABLE });
    return !existing || existing.codeHash === code.codeHash;
  }
  const { _id, ...change } = code;
  const expected = { _id, codeHash: before.codeHash, usedAt: null };
  const changed = await codes(mongo).updateOne(expected, { $set: change }, { writeConcern: DURABLE });
  return changed.modifiedCount === 1;
}

/** The message of a claimed code was not sent: the code before it holds again, and a new one may be asked for at once. */
export async function undoSmsCode(
  mongo: Mongo,
  { _id, codeHash }: SmsCodeDoc,
  before: SmsCodeDoc | undefined,
): Promise<void> {
  const claimed = { _id, codeHash, usedAt: null };
  if (!before) await codes(mongo).deleteMany(claimed, { writeConcern: DURABLE });
  else await codes(mongo).replaceOne(claimed, before, { writeConcern: DURABLE });
}

/**
 * Counts a try before the code is compared, so that parallel guesses have no more; false if none is left. The same guess
 * again is no further try: a request may come twice at once.
 */
export async function takeCodeTry(
  mongo: Mongo,
  { _id, codeHash }: SmsCodeDoc,
  guess: string,
): Promise<boolean> {
  const counted = await codes(mongo).updateOne(
    { _id, codeHash, usedAt: null, tried: { $ne: guess }, tries: { $lt: MOST_TRIES } },
    { $inc: { tries: 1 }, $push: { tried: guess } },
    { writeConcern: DURABLE },
  );
  if (counted.modifiedCount === 1) return true;
  return (await codes(mongo).countDocuments({ _id, codeHash, tried: guess })) > 0;
}

/** Consumes a code, once; false if it was consumed or replaced, or its time is over. */
export async function consumeSmsCode(
  mongo: Mongo,
  { _id, codeHash }: SmsCodeDoc,
  now: number,
): Promise<boolean> {
  const used = await codes(mongo).updateOne(
    { _id, codeHash, usedAt: null, until: { $gt: now } },
    { $set: { usedAt: now } },
    { writeConcern: DURABLE },
  );
  return used.modifiedCount === 1;
}

export async function eraseSmsCodesOf(mongo: Mongo, member: string): Promise<void> {
  await codes(mongo).deleteMany({ _id: under(member) });
}
