import type { AccountsContext } from './accounts-context.ts';

/** Stores that the member has read what a fictional profile is. Keeps the time of the first confirmation. */
export async function confirmFictional(context: AccountsContext, member: string): Promise<void> {
  const { accounts, collections, clock } = context;
  if ((await accounts.get(member))?.fictionalConfirmedAt != null) return;
  const unconfirmed = { _id: member, fictionalConfirmedAt: null };
  await collections.accounts.updateOne(unconfirmed, { $set: { fictionalConfirmedAt: clock.now() } });
  accounts.drop(member);
}
