import type { AccountsContext } from './accounts-context.ts';
import { alignProfile } from './align-profile.ts';
import { endSessionsOf } from './start-session.ts';

/**
 * Closes an account: no session of it lives on, no login is let in, nobody sees the profile. The status comes first,
 * so a login of the same moment finds it. False when there is no account that could be closed. Safe to repeat.
 */
export async function suspendAccount(context: AccountsContext, member: string): Promise<boolean> {
  const closed = await context.collections.accounts.updateOne(
    { _id: member, status: { $in: ['active', 'not_confirmed', 'disabled'] } },
    { $set: { status: 'disabled' } },
  );
  if (closed.matchedCount === 0) return false;
  context.accounts.drop(member);
  await alignProfile(context, member);
  await endSessionsOf(context, member);
  return true;
}

/** Opens a closed account again, as it was: active if it ever was. False when it is not closed. */
export async function restoreAccount(context: AccountsContext, member: string): Promise<boolean> {
  const { accounts } = context.collections;
  const account = await accounts.findOne({ _id: member });
  if (account?.status !== 'disabled') return false;
  const status = account.activatedAt === null ? 'not_confirmed' : 'active';
  await accounts.updateOne({ _id: member, status: 'disabled' }, { $set: { status } });
  context.accounts.drop(member);
  await alignProfile(context, member);
  return true;
}
