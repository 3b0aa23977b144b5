import type { AccountsContext } from './accounts-context.ts';
import { alignProfile } from './align-profile.ts';
import { endSessionsOf } from './start-session.ts';

/**
 * Closes an account: no session of it lives on, no login is let in, nobody sees the profile. The status comes first,
 * so a login of the same moment finds it. One that waits to be erased stays so, and its member does not bring it back.
 * False when there is no account that could be closed. Safe to repeat.
 */
export async function suspendAccount(context: AccountsContext, member: string): Promise<boolean> {
  // Once more: it may have come back between the two.
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
 * Opens a closed account again, as it was: active if it ever was; of one that waits to be erased, the way back. False
 * when it is not closed; its profile is shown then as the account stands, which a crash after the first time left undone.
 */
export async function restoreAccount(context: AccountsContext, member: string): Promise<boolean> {
  const { accounts } = context.collections;
  const account = await accounts.findOne({ _id: member });
  if (!account) return false;
  const status = account.activatedAt === null ? 'not_confirmed' : 'active';
  const isClosed = account.status === 'disabled' || account.deletion?.statusBefore === 'disabled';
  // Before it is open: what was decided and cut off would close it again.
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
