import type { AccountsContext } from './accounts-context.ts';

/**
 * Notes that a member is here now: what others read as “Here today”, and for a session in use, by its hash, what its owner
 * reads in the list of devices. After the answer is on its way; a lost note costs nothing.
 */
export function noteSeen(context: AccountsContext, member: string, now: number, session?: string): void {
  const { accounts, sessions } = context.collections;
  Promise.all([
    accounts.updateOne({ _id: member }, { $set: { seenAt: now } }),
    context.hooks.profiles.seen(member, now),
    session && sessions.updateOne({ _id: session }, { $set: { seenAt: now } }),
  ]).catch((error: unknown) => context.logger.warn({ reason: String(error) }, 'session use not noted'));
}
