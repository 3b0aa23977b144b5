import { type FieldError, ok, type Result, refuse } from '@heartline/contracts';
import { checkPassword } from '@heartline/domain';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { isCommonPassword } from './guessable-passwords.ts';

/** Refuses a new password that is too short, too long or easy to guess (S5-015). */
export async function checkNewPassword(
  context: AccountsContext,
  account: AccountRow,
  password: string,
): Promise<Result<undefined>> {
  const [{ settings }, profile] = await Promise.all([
    context.hooks.site.settingsOf(account.site),
    context.hooks.profiles.own(account._id),
  ]);
  const about = { siteName: settings.name, name: profile?.name ?? '', email: account.email };
  const common: FieldError | undefined = isCommonPassword(password) ? 'PASSWORD_TOO_COMMON' : undefined;
  const fault = checkPassword(password, about) ?? common;
  return fault ? refuse('VALIDATION_FAILED', { fields: { password: fault } }) : ok(undefined);
}
