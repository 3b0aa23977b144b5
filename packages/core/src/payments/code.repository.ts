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
export const usesOf = ({ validity, maxUses }: Pick<CodeDoc, 'validity' | 'maxUses'>) =>
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

/** The codes of a site, the newest first; a bounded number. */
export async function codesOf(mongo: Mongo, site: string): Promise<CodeDoc[]> {
  return codes(mongo).find({ site }).sort({ createdAt: -1 }).limit(1_000).toArray();
}

/** Changes a code; the new row. */
export async function changeCode(
  mongo: Mongo,
  _id: string,
  { maxUses, ...change }: { percent?: number; until?: number; maxUses?: number; endedAt?: number },
): Promise<CodeDoc> {
  const changed = await codes(mongo).findOneAndUpdate(
    { _id },
    {
      ...(Object.keys(change).length > 0 && { $set: change }),
      // The uses only ever rise, also when two operators change them.
      ...(maxUses !== undefined && { $max: { maxUses } }),
    },
    { returnDocument: 'after', writeConcern: DURABLE },
  );
  if (!changed) throw new Error('discount code not found after it was read');
  return changed;
}

/** Ends a member’s own code whose time is up; true for the one call that ended it. */
export async function endOwnCode(mongo: Mongo, _id: string, now: number): Promise<boolean> {
  const due = { _id, endedAt: null, until: { $lte: now } };
  const ended = await codes(mongo).updateOne(due, { $set: { endedAt: now } }, { writeConcern: DURABLE });
  return ended.modifiedCount === 1;
}

/** Codes of single members whose time is up; a bounded number. */
export async function findOverdueCodes(mongo: Mongo, now: number): Promise<CodeDoc[]> {
  const overdue = { kind: 'win-back', endedAt: null, until: { $lte: now } } as const;
  return codes(mongo).find(overdue).limit(1_000).toArray();
}

export async function countUses(mongo: Mongo, code: string): Promise<number> {
  return uses(mongo).countDocuments({ _id: under(`${code}:`) });
}

/** The uses of a code, the oldest first; a bounded number. */
export async function usesOfCode(mongo: Mongo, code: string): Promise<CodeUseDoc[]> {
  return uses(mongo)
    .find({ _id: under(`${code}:`) })
    .sort({ at: 1 })
    .limit(10_000)
    .toArray();
}

/** The id of a use, which is what limits a code to one use a member. */
export const idOfUse = (
  { _id, validity }: Pick<CodeDoc, '_id' | 'validity'>,
  member: string,
  payment: string,
) => (validity === 'many' ? `${_id}:${member}:${payment}` : `${_id}:${member}`);

/** True if this member used the code and may not again, or if all its uses are taken by others or spent. */
export async function isUsedUp(mongo: Mongo, code: CodeDoc, member: string): Promise<boolean> {
  if (code.validity !== 'many' && (await uses(mongo).findOne({ _id: idOfUse(code, member, '') })))
    return true;
  const limit = usesOf(code);
  if (limit === null) return false;
  const others = { $or: [{ member: { $ne: member } }, { usedAt: { $ne: null } }] };
  return (await slots(mongo).countDocuments({ _id: under(`${code._id}#`), ...others })) >= limit;
}

/** The code that a payment was priced with. */
interface PaidCode {
  _id: string;
  site: string;
  member: string;
  code: string;
}

/**
 * Marks the code of a payment as used, and its reserved use as spent. Safe to repeat: `again` if this payment did it
 * before, `of another` if the member used the code for another payment.
 */
export async function spendCode(
  mongo: Mongo,
  { _id: payment, site, member, code }: PaidCode,
  now: number,
): Promise<'now' | 'again' | 'of another'> {
  const id = codeId(site, code);
  const validity = (await findCode(mongo, site, code))?.validity ?? 'once-per-user';
  const use = { _id: idOfUse({ _id: id, validity }, member, payment), member, payment, at: now };
  const existing = await insertOnce(uses(mongo), use, { writeConcern: DURABLE });
  if (existing && existing.payment !== payment) return 'of another';
  await slots(mongo).updateOne(
    { _id: under(`${id}#`), payment, usedAt: null },
    { $set: { usedAt: now } },
    { writeConcern: DURABLE },
  );
  return existing ? 'again' : 'now';
}

/** Takes the use of a payment back that is not granted after all. */
export async function undoUse(mongo: Mongo, { _id: payment, site, code }: PaidCode): Promise<void> {
  const id = codeId(site, code);
  await uses(mongo).deleteMany({ _id: under(`${id}:`), payment }, { writeConcern: DURABLE });
  await slots(mongo).updateMany({ _id: under(`${id}#`), payment }, { $set: { usedAt: null } });
}

/**
 * Reserves one of the uses of a limited code for a member’s payment; true if it has one. Each use is one unique insert.
 * A member keeps theirs when they leave one checkout for another.
 */
export async function takeSlot(
  mongo: Mongo,
  code: CodeDoc,
  { member, payment, now }: { member: string; payment: string; now: number },
): Promise<boolean> {
  const limit = usesOf(code);
  if (limit === null) return true;
  const range = under(`${code._id}#`);
  const own = await slots(mongo).updateOne(
    { _id: range, member, usedAt: null },
    { $set: { payment, heldAt: now } },
    { writeConcern: DURABLE },
  );
  if (own.matchedCount === 1) return true;
  const rows = await slots(mongo).find({ _id: range }).project<{ _id: string }>({ _id: 1 }).toArray();
  const taken = new Set(rows.map(({ _id }) => _id));
  // Members begin at different numbers, so that concurrent ones rarely try the same.
  const first = Number.parseInt(member.slice(-6), 16) % limit;
  for (let step = 0; step < limit; step += 1) {
    const _id = `${code._id}#${((first + step) % limit) + 1}`;
    if (taken.has(_id)) continue;
    const slot = { _id, member, payment, heldAt: now, usedAt: null };
    const existing = await insertOnce(slots(mongo), slot, { writeConcern: DURABLE });
    if (!existing || (existing.payment === payment && existing.usedAt === null)) return true;
  }
  return false;
}

/** Reserved uses that were last taken before then; a bounded number. */
export async function findIdleSlots(mongo: Mongo, before: number): Promise<CodeSlotDoc[]> {
  return slots(mongo)
    .find({ usedAt: null, heldAt: { $lt: before } })
    .sort({ heldAt: 1 })
    .limit(1_000)
    .toArray();
}

/** Frees a reserved use, unless it was taken again or used meanwhile. */
export async function freeSlot(mongo: Mongo, { _id, payment, heldAt }: CodeSlotDoc): Promise<void> {
  await slots(mongo).deleteMany({ _id, payment, heldAt, usedAt: null }, { writeConcern: DURABLE });
}

/** Erases the codes made for one member. Uses stay, as payments do: accounting records that name nobody. */
export async function eraseCodesOf(mongo: Mongo, member: string): Promise<void> {
  await codes(mongo).deleteMany({ member });
}
