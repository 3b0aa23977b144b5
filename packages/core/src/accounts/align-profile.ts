import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';

/** Another round is needed only if the account changed during the last one. */
const MAX_ROUNDS = 20;

/**
 * Aligns the profile with the account: read, write, read again. After two concurrent changes the later read
 * writes last, so a closed account never stays visible. Returns the account as last read.
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
