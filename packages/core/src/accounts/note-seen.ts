import type { AccountsContext } from './accounts-context.ts';

/**
 * Stores that a member is here now. Other members see it as “Active today”; with a session hash its owner sees
 * it in the list of devices. Runs after the answer was sent; losing one update is harmless.
 */
export function noteSeen(context: AccountsContext, member: string, now: number, session?: string): void {
  const { accounts, sessions } = context.collections;
  Promise.all([
    accounts.updateOne({ _id: member }, { $set: { seenAt: now } }),
    context.hooks.profiles.seen(member, now),
    session && sessions.updateOne({ _id: session }, { $set: { seenAt: now } }),
  ]).catch((error: unknown) =>
    context.logger.warn({ reason: String(error) }, 'last use of the session not stored'),
  );
}
