import { createHash } from 'node:crypto';
import { CONSTANTS } from '@heartline/contracts';
import { insertOnce } from '@heartline/platform';
import type { AccountCollections } from './account.model.ts';

const BLOCK_MS = CONSTANTS.loginBlockMinutes * 60_000;
const FORGET_MS = 30 * 86_400_000;

type AttemptCollection = AccountCollections['attempts'];

/**
 * One login attempt: allowed, or blocked until a time. `last` is true for the attempt that sets the block.
 */
export type Attempt = { allowed: true; last: boolean } | { allowed: false; until: number };

/** A round is repeated only if a concurrent attempt changed the row. */
const MAX_ROUNDS = 20;

/**
 * Counts an attempt *before* checking the password, by conditional writes alone: 100 concurrent attempts are
 * still limited to five.
 *
 * - The attempt that reaches the limit sets the block; a success clears it.
 * - Known devices have their own count, so a stranger cannot lock an owner out.
 * - Unknown addresses are counted in the same way, so the answer reveals nothing.
 */
export async function takeAttempt(
  { attempts }: AccountCollections,
  id: string,
  now: number,
): Promise<Attempt> {
  const forgetAt = new Date(now + FORGET_MS);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const counted = await attempts.updateOne(
      { _id: id, failures: { $lt: CONSTANTS.loginAttempts } },
      { $inc: { failures: 1 }, $set: { forgetAt } },
    );
    if (counted.modifiedCount === 1) return { allowed: true, last: await blockWhenFull(attempts, id, now) };
    const row = await insertOnce(attempts, { _id: id, failures: 1, blockedUntil: 0, forgetAt });
    if (!row) return { allowed: true, last: false };
    if (row.blockedUntil > now) return { allowed: false, until: row.blockedUntil };
    if (row.blockedUntil === 0) {
      // The count is full, and its attempt has not set the block yet or crashed before it.
      await blockWhenFull(attempts, id, now);
    } else {
      const anew = await attempts.updateOne(
        { _id: id, blockedUntil: row.blockedUntil },
        { $set: { failures: 1, blockedUntil: 0, forgetAt } },
      );
      if (anew.modifiedCount === 1) return { allowed: true, last: false };
    }
  }
  return { allowed: false, until: now + BLOCK_MS };
}

/** Sets the block once the count is full; true for the one call that sets it. */
async function blockWhenFull(attempts: AttemptCollection, id: string, now: number): Promise<boolean> {
  const blocked = await attempts.updateOne(
    { _id: id, failures: { $gte: CONSTANTS.loginAttempts }, blockedUntil: 0 },
    { $set: { blockedUntil: now + BLOCK_MS } },
  );
  return blocked.modifiedCount === 1;
}

/** Resets the count after the right password. */
export async function clearAttempts({ attempts }: AccountCollections, id: string): Promise<void> {
  await attempts.deleteMany({ _id: id });
}

/** A hash of the address and the kind of device, so that the collection is no list of addresses. */
export function attemptId(site: string, emailKey: string, device: string | undefined): string {
  return createHash('sha256')
    .update(`${site}\n${emailKey}\n${device ?? ''}`)
    .digest('hex');
}
