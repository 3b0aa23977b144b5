import type { Locale } from '@heartline/contracts';
import { DURABLE, insertOnce, type Mongo } from '@heartline/platform';

/**
 * A mandate that a member signed with a code, and the proof of it. The account is known by its last four signs and a keyed
 * hash; its provider has the rest.
 */
export interface MandateDoc {
  /** Our reference: `HL` and 24 hex digits in capital letters. */
  _id: string;
  member: string;
  site: string;
  /** The account at a provider that has it, and the provider’s id of it. */
  account: string;
  mandateId: string;
  /** The reference on the bank statement: ours, or the provider’s own where it makes one. */
  reference: string;
  holder: string;
  ibanEnd: string;
  ibanKey: string;
  phoneKey: string;
  bankCountry: string;
  /** Version of the signed text, and its language. */
  textVersion: string;
  locale: Locale;
  signedAt: number;
  /** When the last code for it was entered. */
  codeAt: number;
  /** Country of the address that signed; null if unknown. */
  ipCountry: string | null;
  /** `replaced`: the member signed a newer one. */
  state: 'current' | 'replaced' | 'revoked';
  /** When the provider is told that it ended; null while it stands, and once the provider knows. */
  revokeAt: number | null;
  /** A date, because the TTL index needs one: 14 months after the last debit. */
  forgetAt: Date;
}

export const MANDATES = 'mandates';

/** A payer may call a debit unauthorised for 13 months; the proof is kept a month longer. */
const PROOF_MS = 427 * 86_400_000;
/** After this time without a code a repeat order needs one again. */
const FRESH_MS = 90 * 86_400_000;

const mandates = ({ connection }: Mongo) => connection.collection<MandateDoc>(MANDATES);

/** When the proof of a mandate is deleted, if this is its last debit. */
export const forgetAfter = (debitAt: number) => new Date(debitAt + PROOF_MS);

/** True if a repeat order under a mandate needs no code. */
export const isFresh = ({ codeAt }: Pick<MandateDoc, 'codeAt'>, now: number) => now - codeAt < FRESH_MS;

export async function findMandate(mongo: Mongo, reference: string): Promise<MandateDoc | undefined> {
  return (await mandates(mongo).findOne({ _id: reference })) ?? undefined;
}

/** The mandate that a member’s repeat order can use on a site; undefined without one. */
export async function currentMandateOf(
  mongo: Mongo,
  { member, site }: { member: string; site: string },
): Promise<MandateDoc | undefined> {
  const found = mandates(mongo).find({ member, site, state: 'current' }).sort({ signedAt: -1 }).limit(1);
  return (await found.toArray())[0];
}

/** Stores a signed mandate, or returns the one with its reference. Those that stood before it are replaced. */
export async function keepMandate(mongo: Mongo, mandate: MandateDoc): Promise<MandateDoc> {
  const stored = (await insertOnce(mandates(mongo), mandate, { writeConcern: DURABLE })) ?? mandate;
  const { _id, member, site, signedAt } = stored;
  await mandates(mongo).updateMany(
    { member, site, state: 'current', _id: { $ne: _id }, signedAt: { $lte: signedAt } },
    { $set: { state: 'replaced' } },
    { writeConcern: DURABLE },
  );
  return stored;
}

/** Notes a debit under a mandate, and the code that was entered for it. The proof is kept from then on. */
export async function noteDebit(
  mongo: Mongo,
  reference: string,
  { at, codeAt }: { at: number; codeAt: number | null },
): Promise<void> {
  await mandates(mongo).updateOne(
    { _id: reference },
    { $max: { forgetAt: forgetAfter(at), ...(codeAt !== null && { codeAt }) } },
    { writeConcern: DURABLE },
  );
}

/** Ends a mandate; the row after it, or undefined if there is none. Safe to repeat. */
export async function endMandate(
  mongo: Mongo,
  reference: string,
  now: number,
): Promise<MandateDoc | undefined> {
  const ended = await mandates(mongo).findOneAndUpdate(
    { _id: reference, state: { $ne: 'revoked' } },
    { $set: { state: 'revoked', revokeAt: now } },
    { returnDocument: 'after', writeConcern: DURABLE },
  );
  return ended ?? findMandate(mongo, reference);
}

/** Revoked mandates of which their provider does not know yet; a bounded number. */
export async function findToRevoke(mongo: Mongo, now: number): Promise<MandateDoc[]> {
  return mandates(mongo)
    .find({ revokeAt: { $lte: now } })
    .limit(1_000)
    .toArray();
}

/** Stores when the provider of a revoked mandate is told next; null once it knows. */
export async function noteRevoked(mongo: Mongo, reference: string, revokeAt: number | null): Promise<void> {
  await mandates(mongo).updateOne({ _id: reference }, { $set: { revokeAt } }, { writeConcern: DURABLE });
}

/** The mandates of a member, or of all, the newest first; a bounded number. */
export async function listMandates(
  mongo: Mongo,
  member: string | undefined,
  limit: number,
): Promise<MandateDoc[]> {
  const which = member === undefined ? {} : { member };
  return mandates(mongo).find(which).sort({ signedAt: -1 }).limit(limit).toArray();
}

/** Takes the name out of the mandates of an erased member. The rest is the proof, and its provider knows the holder. */
export async function eraseMandatesOf(mongo: Mongo, member: string): Promise<void> {
  await mandates(mongo).updateMany(
    { member },
    { $set: { holder: '', ipCountry: null, state: 'revoked', revokeAt: 0 } },
    { writeConcern: DURABLE },
  );
}
