import type { AccountRow } from './account.model.ts';
import { keyOfEmail } from './account-by-email.ts';
import type { AccountsContext } from './accounts-context.ts';

const MOST_FOUND = 20;

/** Accounts that match an id or an e-mail address, on any site. Only for answers to operators. */
export async function findAccounts(
  { collections }: Pick<AccountsContext, 'collections'>,
  wanted: string,
): Promise<AccountRow[]> {
  const filter = wanted.includes('@') ? { emailKey: keyOfEmail(wanted) } : { _id: wanted };
  return collections.accounts.find(filter).limit(MOST_FOUND).toArray();
}
