import type { AccountsContext } from './accounts-context.ts';
import { alignProfile } from './align-profile.ts';
import { endSessionsOf } from './start-session.ts';

/**
 * Closes an account: ends its sessions, refuses logins and hides the profile. Safe to repeat.
 *
 * - Writes the status first, so a concurrent login sees it.
 * - A deleted account stays deleted, and its member cannot reactivate it.
 * - Returns false if there is no account that could be closed.
 */
export async function suspendAccount(context: AccountsContext, member: string): Promise<boolean> {
  // Try again: the account may have been reactivated between the two writes.
  const isClosed =
    (await close(context, member)) || (await closeDeleted(context, member)) || (await close(context, member));
  if (!isClosed) return false;
  context.accounts.drop(member);
  await alignProfile(context, member);
  await endSessionsOf(context, member);
  return true;
}

async function close({ collections }: AccountsContext, member: string): Promise<boolean> {
  const closed = await collections.accounts.updateOne(
    { _id: member, status: { $in: ['active', 'not_confirmed', 'disabled'] } },
    { $set: { status: 'disabled' } },
  );
  return closed.matchedCount === 1;
}

async function closeDeleted({ collections }: AccountsContext, member: string): Promise<boolean> {
  const closed = await collections.accounts.updateOne(
    { _id: member, status: 'deleted', 'deletion.erasingAt': null },
    { $set: { 'deletion.statusBefore': 'disabled' } },
  );
  return closed.matchedCount === 1;
}

/**
 * Reopens a closed account as it was: active if it ever was, or deleted and reactivatable. Returns false if
 * it is not closed. Aligns its profile in that case too, because a crash may have skipped that step.
 */
export async function restoreAccount(context: AccountsContext, member: string): Promise<boolean> {
  const { accounts } = context.collections;
  const account = await accounts.findOne({ _id: member });
  if (!account) return false;
  const status = account.activatedAt === null ? 'not_confirmed' : 'active';
  const isClosed = account.status === 'disabled' || account.deletion?.statusBefore === 'disabled';
  // Before reopening: a decision that was cut off would close it again.
  if (isClosed) await context.hooks.onRestoring(member);
  const restored =
    account.status === 'deleted'
      ? await accounts.updateOne(
          { _id: member, status: 'deleted', 'deletion.statusBefore': 'disabled', 'deletion.erasingAt': null },
          { $set: { 'deletion.statusBefore': status } },
        )
      : await accounts.updateOne({ _id: member, status: 'disabled' }, { $set: { status } });
  context.accounts.drop(member);
  await alignProfile(context, member);
  return restored.matchedCount === 1;
}
