import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { readEmail } from './email-key.ts';

/** The key an address is known under, whether or not it is one. */
export function keyOfEmail(email: string): string {
  return readEmail(email)?.key ?? email.trim().toLowerCase();
}

/** The account an address belongs to now: a claim may outlive the address for a moment while it changes. */
export async function findAccount(
  { collections }: AccountsContext,
  site: string,
  email: string,
): Promise<AccountRow | null> {
  const key = keyOfEmail(email);
  const claim = await collections.emails.findOne({ _id: `${site}:${key}` });
  return collections.accounts.findOne({ _id: claim?.member ?? '', emailKey: key });
}
