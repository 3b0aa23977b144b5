import { type Result, refuse } from '@heartline/contracts';
import { isPasswordTooLong } from '@heartline/domain';
import type { Check } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { checkCounted } from './check-counted.ts';
import { attemptId } from './login-attempts.repository.ts';

/**
 * Asks a signed-in member for the password again, before what cannot be taken back. Wrong ones are counted like those
 * of a login, apart from them: a stolen session is no place to guess, and no way to lock the owner out.
 */
export async function confirmPassword(
  context: AccountsContext,
  member: string,
  password: string,
  wrong: 'OLD_PASSWORD_WRONG' | 'PASSWORD_WRONG',
): Promise<Result<AccountRow>> {
  if (isPasswordTooLong(password)) return refuse(wrong);
  // Who is turned away in a flood was not wrong, and is not counted.
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
  if (!account) throw new Error('a signed-in member without account');
  return checkCounted(check, context, { account, attempt: confirmationId(account), password, wrong });
}

/** Under which wrong passwords of a signed-in member are counted. */
export function confirmationId({ _id, site }: Pick<AccountRow, '_id' | 'site'>): string {
  return attemptId(site, `member ${_id}`, undefined);
}
