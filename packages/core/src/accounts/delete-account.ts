import { CONSTANTS, ok, type Result } from '@heartline/contracts';
import { failpoint } from '@heartline/platform';
import type { AccountsContext } from './accounts-context.ts';
import { alignProfile } from './align-profile.ts';
import { confirmPassword } from './confirm-password.ts';
import { sendFirstReactivationMail } from './send-reactivation-mail.ts';
import { endSessionsOf } from './start-session.ts';
import { dayOfErasure, isUnconfirmed, keepAsUnconfirmed } from './unconfirmed.ts';

const WAIT_MS = CONSTANTS.reactivationDays * 86_400_000;

/**
 * Deletes an account: hidden from everyone at once, erased 14 days later.
 *
 * 1. Write the deletion row, which the sweep finds.
 * 2. Set the account from `active` to `deleted` with a new era, in one conditional write.
 * 3. Hide the profile, close the sessions and mail the reactivation link.
 * 4. Settle the row.
 *
 * Step 2 decides. A crash before it leaves a row without effect, one after it an unsettled row; the sweep
 * cleans up both.
 */
export async function deleteAccount(
  context: AccountsContext,
  member: string,
  password: string,
): Promise<Result<{ eraseAt: number }>> {
  const confirmed = await confirmPassword(context, member, password, 'PASSWORD_WRONG');
  if (!confirmed.ok) return confirmed;
  const { collections, clock } = context;
  const now = clock.now();
  const eraseAt = now + WAIT_MS;
  await openDeletion(context, { member, now, eraseAt });
  failpoint('delete-account:before-account');
  const statusBefore = confirmed.value.status === 'not_confirmed' ? 'not_confirmed' : 'active';
  await collections.accounts.updateOne(
    { _id: member, status: statusBefore },
    {
      $set: { status: 'deleted', deletion: { at: now, eraseAt, statusBefore, erasingAt: null } },
      $inc: { era: 1 },
    },
  );
  failpoint('delete-account:after-account');
  const settled = await settleDeletion(context, member);
  return ok({ eraseAt: settled ?? eraseAt });
}

async function openDeletion(
  { collections }: AccountsContext,
  { member, now, eraseAt }: { member: string; now: number; eraseAt: number },
): Promise<void> {
  const waiting = { askedAt: now, eraseAt, settledAt: null, erasedAt: null };
  try {
    await collections.deletions.insertOne({ _id: member, ...waiting });
  } catch (error) {
    const again = await collections.deletions.updateOne({ _id: member, erasedAt: null }, { $set: waiting });
    if (again.matchedCount !== 1) throw error;
  }
}

/**
 * Aligns everything else with the account: hidden, signed out and notified while it is deleted, restored if
 * it is not. Safe to repeat. Returns when a deleted account will be erased.
 */
export async function settleDeletion(context: AccountsContext, member: string): Promise<number | undefined> {
  const { collections, clock } = context;
  context.accounts.drop(member);
  const forgetDay = await dayOfErasure(context, member);
  const account = await alignProfile(context, member);
  if (!account) return undefined;
  if (account.status !== 'deleted' || !account.deletion) {
    await (isUnconfirmed(account) ? keepAsUnconfirmed(context, account) : forgetDay());
    return undefined;
  }
  await endSessionsOf(context, member, { wipes: true });
  await sendFirstReactivationMail(context, account);
  const { at: askedAt, eraseAt } = account.deletion;
  // A settlement that ran just before the deletion may have removed its row: insert it again.
  await collections.deletions.updateOne(
    { _id: member },
    { $set: { settledAt: clock.now(), eraseAt }, $setOnInsert: { askedAt, erasedAt: null } },
    { upsert: true },
  );
  return eraseAt;
}
