import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { readEmail } from './email-key.ts';

/** The key under which an address is unique. Takes any text, valid address or not. */
export function keyOfEmail(email: string): string {
  return readEmail(email)?.key ?? email.trim().toLowerCase();
}

/**
 * The account that owns an address now. Checks the account too: a claim may outlive a change of address for a
 * moment.
 */
export async function findAccount(
  { collections }: AccountsContext,
  site: string,
  email: string,
): Promise<AccountRow | null> {
  const key = keyOfEmail(email);
  const claim = await collections.emails.findOne({ _id: `${site}:${key}` });
  return collections.accounts.findOne({ _id: claim?.member ?? '', emailKey: key });
}
