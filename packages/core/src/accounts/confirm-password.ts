import { type Result, refuse } from '@heartline/contracts';
import { isPasswordTooLong } from '@heartline/domain';
import type { Check } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { checkCounted } from './check-counted.ts';
import { attemptId } from './login-attempts.repository.ts';

/**
 * Checks the password of a signed-in member again before an irreversible act. Wrong passwords have their own
 * count, apart from logins. A stolen session can neither guess the password nor lock the owner out.
 */
export async function confirmPassword(
  context: AccountsContext,
  member: string,
  password: string,
  wrong: 'OLD_PASSWORD_WRONG' | 'PASSWORD_WRONG',
): Promise<Result<AccountRow>> {
  if (isPasswordTooLong(password)) return refuse(wrong);
  // A call refused by the rate limit does not count as a wrong password.
  return context.passwords.inPlace((check) => confirmWith(check, context, member, password, wrong));
}

async function confirmWith(
  check: Check,
  context: AccountsContext,
  member: string,
  password: string,
  wrong: 'OLD_PASSWORD_WRONG' | 'PASSWORD_WRONG',
): ReturnType<typeof confirmPassword> {
  const account = await context.collections.accounts.findOne({ _id: member });
  if (!account) throw new Error('account not found for a signed-in member');
  return checkCounted(check, context, { account, attempt: confirmationId(account), password, wrong });
}

/** The key of the counter for wrong passwords of a signed-in member. */
export function confirmationId({ _id, site }: Pick<AccountRow, '_id' | 'site'>): string {
  return attemptId(site, `member ${_id}`, undefined);
}
