import { CONSTANTS } from '@heartline/contracts';
import { insertOnce } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';

const DAY_MS = 86_400_000;

/** After this time an unconfirmed account is erased: the address may belong to another person. */
export const UNCONFIRMED_MS = CONSTANTS.unconfirmedDays * DAY_MS;

/**
 * Stores the day of erasure before any other write of a sign-up. An account that is active by then is not
 * erased.
 */
export async function keepUntilConfirmed(
  { collections }: AccountsContext,
  member: string,
  now: number,
): Promise<void> {
  const row = { askedAt: now, eraseAt: now + UNCONFIRMED_MS, settledAt: now, erasedAt: null };
  await insertOnce(collections.deletions, { _id: member, ...row });
}

/**
 * Reads the row that schedules the erasure of an account; the returned function removes it once the account
 * is active. A row of a concurrent deletion stays. After a crash the sweep removes it on its day.
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

/** True if an open or closed account was never confirmed: only its deletion row leads to its erasure. */
export function isUnconfirmed({ status, activatedAt }: AccountRow): boolean {
  return status === 'not_confirmed' || (status === 'disabled' && activatedAt === null);
}

/**
 * Sets the day of erasure of such an account again. An account that an operator closed is checked daily and
 * not erased; it is due once an operator reopens it.
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
