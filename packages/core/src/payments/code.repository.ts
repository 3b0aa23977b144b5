import type { CodeKind, CodeValidity, PackageId, PaymentMethod } from '@heartline/contracts';
import type { CodeTerms } from '@heartline/domain';
import { DURABLE, insertOnce, type Mongo } from '@heartline/platform';

/** A discount code of one site. Operators add it; a win-back code is made for one member. */
export interface CodeDoc extends CodeTerms {
  /** `<site>:<CODE>` */
  _id: string;
  site: string;
  code: string;
  kind: Exclude<CodeKind, 'time'>;
  percent: number;
  currency: string | null;
  /** Smallest full price, in hundredths of `currency`; 0 for every price. */
  minimumCents: number;
  /** Packs and ways to pay it holds for; null for all. */
  packages: PackageId[] | null;
  methods: PaymentMethod[] | null;
  validity: CodeValidity;
  /** Uses in all; null for no limit. */
  maxUses: number | null;
  /** When an operator ended it; null while it stands. */
  endedAt: number | null;
  createdAt: number;
}

/** One use of a code: its unique insert is what makes the code used. */
export interface CodeUseDoc {
  /** `<site>:<CODE>:<member>`, and `:<payment>` behind it for a code that a member may use many times. */
  _id: string;
  member: string;
  payment: string;
  at: number;
}

/** One of the uses that a limited code has. A payment holds it; it is used once that payment was paid. */
export interface CodeSlotDoc {
  /** `<site>:<CODE>#<n>` */
  _id: string;
  /** Empty after the member was erased. */
  member: string;
  payment: string;
  heldAt: number;
  usedAt: number | null;
}

export const CODES = 'codes';
export const CODE_USES = 'codeUses';
export const CODE_SLOTS = 'codeSlots';

const codes = (mongo: Mongo) => mongo.connection.collection<CodeDoc>(CODES);
const uses = (mongo: Mongo) => mongo.connection.collection<CodeUseDoc>(CODE_USES);
const slots = (mongo: Mongo) => mongo.connection.collection<CodeSlotDoc>(CODE_SLOTS);

export const codeId = (site: string, code: string) => `${site}:${code}`;

/** The uses of a code in all; null for no limit. */
const usesOf = ({ validity, maxUses }: Pick<CodeDoc, 'validity' | 'maxUses'>) =>
  validity === 'once' ? 1 : maxUses;

/** Ids that begin with this text: none has a character after the last of Unicode’s first plane. */
const under = (prefix: string) => ({ $gte: prefix, $lt: `${prefix}\uffff` });

export async function findCode(mongo: Mongo, site: string, code: string): Promise<CodeDoc | undefined> {
  return (await codes(mongo).findOne({ _id: codeId(site, code) })) ?? undefined;
}

/** The welcome codes of a site that nobody ended. */
export async function findWelcomeCodes(mongo: Mongo, site: string): Promise<CodeDoc[]> {
  return codes(mongo).find({ site, kind: 'welcome', endedAt: null }).limit(1_000).toArray();
}

/** Stores a new code; returns the existing one if there is one of this name. */
export async function insertCode(mongo: Mongo, code: CodeDoc): Promise<CodeDoc | undefined> {
  return insertOnce(codes(mongo), code, { writeConcern: DURABLE });
}

const useId = ({ _id, validity }: Pick<CodeDoc, '_id' | 'validity'>, member: string, payment: string) =>
  validity === 'many' ? `${_id}:${member}:${payment}` : `${_id}:${member}`;

/** True if this member used the code and may not again, or if all its uses are taken by others or spent. */
export async function isUsedUp(mongo: Mongo, code: CodeDoc, member: string): Promise<boolean> {
  if (code.validity !== 'many' && (await uses(mongo).findOne({ _id: useId(code, member, '') }))) return true;
  const limit = usesOf(code);
  if (limit === null) return false;
  const others = { $or: [{ member: { $ne: member } }, { usedAt: { $ne: null } }] };
  return (await slots(mongo).countDocuments({ _id: under(`${code._id}#`), ...others })) >= limit;
}

/** Erases what a member’s codes say about them. Spent uses of limited codes stay, without the member. */
export async function eraseCodesOf(mongo: Mongo, member: string): Promise<void> {
  await codes(mongo).deleteMany({ member });
  await uses(mongo).deleteMany({ member });
  await slots(mongo).updateMany({ member }, { $set: { member: '' } }, { writeConcern: DURABLE });
}
