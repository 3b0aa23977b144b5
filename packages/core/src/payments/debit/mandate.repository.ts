import type { Locale } from '@heartline/contracts';
import { DURABLE, type Mongo } from '@heartline/platform';

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
  state: 'standing' | 'replaced' | 'revoked';
  /** When the provider is told that it ended; null while it stands, and once the provider knows. */
  revokeAt: number | null;
  /** A date, because the TTL index needs one: 14 months after the last debit. */
  forgetAt: Date;
}

export const MANDATES = 'mandates';

/** After this time without a code a repeat order needs one again. */
const FRESH_MS = 90 * 86_400_000;

const mandates = ({ connection }: Mongo) => connection.collection<MandateDoc>(MANDATES);

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
  const found = mandates(mongo).find({ member, site, state: 'standing' }).sort({ signedAt: -1 }).limit(1);
  return (await found.toArray())[0];
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
