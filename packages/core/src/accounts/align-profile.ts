import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';

/** Each round more is due to an account that changed meanwhile. */
const MAX_ROUNDS = 20;

/**
 * Brings the profile in line with the account: read, written, and read again. Of two who change the account at once the
 * later reading writes last, so nobody is shown whose account is closed. Answers the account as it was read last.
 */
export async function alignProfile(
  { collections, hooks }: Pick<AccountsContext, 'collections' | 'hooks'>,
  member: string,
): Promise<AccountRow | null> {
  let account: AccountRow | null = null;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const written = account?.status;
    account = await collections.accounts.findOne({ _id: member });
    if (!account || account.status === written) break;
    await hooks.profiles.setStatus(member, account.status);
  }
  return account;
}
