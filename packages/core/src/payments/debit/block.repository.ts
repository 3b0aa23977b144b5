import { DURABLE, insertOnce, type Mongo } from '@heartline/platform';
import type { HashKind } from './keyed-hash.ts';

/**
 * Why direct debit is closed for an account number, a phone or a member. `returned` ends by itself once the debt is repaid;
 * the others end by an operator.
 */
export type BlockReason = 'returned' | 'account' | 'refused' | 'operator';

export interface PaymentBlockDoc {
  /** `iban:<keyed hash>`, `phone:<keyed hash>`, `member:<id>` or `returned:<member>` */
  _id: string;
  why: BlockReason;
  /** The bank’s reason, or that of an operator. */
  note: string;
  at: number;
  /** The member whose debit caused it; null if an operator did. */
  member: string | null;
  /** Returned payments of a member, for `returned`. */
  payments?: string[];
  /** True while an operator has to look at it. */
  isOpen: boolean;
}

export const PAYMENT_BLOCKS = 'paymentBlocks';

const blocks = ({ connection }: Mongo) => connection.collection<PaymentBlockDoc>(PAYMENT_BLOCKS);

export const blockIdOf = (kind: Extract<HashKind, 'iban' | 'phone'> | 'member', value: string) =>
  `${kind}:${value}`;
const returnedId = (member: string) => `returned:${member}`;

/** True if one of these is blocked. */
export async function isAnyBlocked(mongo: Mongo, ids: readonly string[]): Promise<boolean> {
  return (await blocks(mongo).countDocuments({ _id: { $in: [...ids] } }, { limit: 1 })) > 0;
}

/** Stores a block, or returns the one that is there. */
export async function insertBlock(mongo: Mongo, block: PaymentBlockDoc): Promise<PaymentBlockDoc> {
  return (await insertOnce(blocks(mongo), block, { writeConcern: DURABLE })) ?? block;
}

/** An operator has looked at a block, and it stays for their reason. */
export async function confirmBlock(mongo: Mongo, _id: string, note: string): Promise<void> {
  await blocks(mongo).updateOne(
    { _id },
    { $set: { why: 'operator', note, isOpen: false } },
    { writeConcern: DURABLE },
  );
}

/** Removes a block; false if there was none. */
export async function removeBlock(mongo: Mongo, _id: string): Promise<boolean> {
  return (await blocks(mongo).deleteMany({ _id }, { writeConcern: DURABLE })).deletedCount === 1;
}

/** Notes a returned debit of a member, each payment once. */
export async function noteReturn(
  mongo: Mongo,
  { member, payment, note, at }: { member: string; payment: string; note: string; at: number },
): Promise<void> {
  const _id = returnedId(member);
  const first = { _id, why: 'returned' as const, note, at, member, payments: [], isOpen: false };
  await insertOnce(blocks(mongo), first, { writeConcern: DURABLE });
  await blocks(mongo).updateOne(
    { _id, payments: { $ne: payment } },
    { $set: { note, at }, $push: { payments: payment } },
    { writeConcern: DURABLE },
  );
}

/** The money of a returned debit came after all. */
export async function forgetReturn(
  mongo: Mongo,
  { member, payment }: { member: string; payment: string },
): Promise<void> {
  await blocks(mongo).updateOne(
    { _id: returnedId(member), payments: payment },
    { $pull: { payments: payment } },
    { writeConcern: DURABLE },
  );
}

/** Returned debits of a member that are not repaid; undefined without one. */
export async function findReturns(mongo: Mongo, member: string): Promise<PaymentBlockDoc | undefined> {
  return (await blocks(mongo).findOne({ _id: returnedId(member) })) ?? undefined;
}

/** Forgets the returns of a member who repaid them, unless another one came meanwhile. */
export async function clearReturns(mongo: Mongo, { _id, at }: PaymentBlockDoc): Promise<void> {
  await blocks(mongo).deleteMany({ _id, at }, { writeConcern: DURABLE });
}

/** Blocks, those that an operator has to look at first, then the newest; a bounded number. */
export async function listBlocks(mongo: Mongo, limit: number): Promise<PaymentBlockDoc[]> {
  return blocks(mongo).find().sort({ isOpen: -1, at: -1 }).limit(limit).toArray();
}

/** The blocks of a member, for the export. */
export async function blocksOf(mongo: Mongo, member: string): Promise<PaymentBlockDoc[]> {
  return blocks(mongo)
    .find({ _id: { $in: [blockIdOf('member', member), returnedId(member)] } })
    .toArray();
}

/** Erases what names a member. A blocked account number or phone stays blocked, and names nobody. */
export async function eraseBlocksOf(mongo: Mongo, member: string): Promise<void> {
  await blocks(mongo).deleteMany({ _id: { $in: [blockIdOf('member', member), returnedId(member)] } });
  await blocks(mongo).updateMany({ member }, { $set: { member: null } });
}
