import { CONSTANTS } from '@heartline/contracts';
import { insertOnce } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';

const DAY_MS = 86_400_000;

/** An account that nobody confirmed for so long is erased: the address may be somebody else's. */
export const UNCONFIRMED_MS = CONSTANTS.unconfirmedDays * DAY_MS;

/** Writes down, before anything of a sign-up, when it is erased. Whose account is active by then is not. */
export async function keepUntilConfirmed(
  { collections }: AccountsContext,
  member: string,
  now: number,
): Promise<void> {
  const row = { askedAt: now, eraseAt: now + UNCONFIRMED_MS, settledAt: now, erasedAt: null };
  await insertOnce(collections.deletions, { _id: member, ...row });
}

/**
 * Reads the row that leads to the erasure of an account; the answer removes it, once the account is active. One that a
 * deletion of the same moment wrote stays. What a crash leaves the sweep removes on its day.
 */
export async function dayOfErasure(
  { collections: { deletions } }: AccountsContext,
  member: string,
): Promise<() => Promise<void>> {
  const row = await deletions.findOne({ _id: member, erasedAt: null });
  return async () => {
    if (row) await deletions.deleteMany({ _id: member, askedAt: row.askedAt, erasedAt: null });
  };
}

/** Whether an account, open or closed, was never confirmed: its row is all that leads to its erasure. */
export function isUnconfirmed({ status, activatedAt }: AccountRow): boolean {
  return status === 'not_confirmed' || (status === 'disabled' && activatedAt === null);
}

/**
 * Gives the row of such an account its day again. One that an operator keeps closed is not erased, and looked at again
 * each day: it is due once they let it in.
 */
export async function keepAsUnconfirmed(
  { collections, clock }: AccountsContext,
  { _id, status, createdAt }: AccountRow,
): Promise<void> {
  const now = clock.now();
  const soonest = status === 'disabled' ? now + DAY_MS : now;
  const eraseAt = Math.max(createdAt + UNCONFIRMED_MS, soonest);
  await collections.deletions.updateOne({ _id, erasedAt: null }, { $set: { eraseAt, settledAt: now } });
}
