import { ok, type Result, refuse } from '@heartline/contracts';
import type { AccountsContext } from './accounts-context.ts';
import { checkNewPassword } from './check-new-password.ts';
import { attemptId, clearAttempts } from './login-attempts.repository.ts';
import { findToken, markTokenUsed, sealOf } from './one-time-token.ts';
import { setPassword } from './set-password.ts';
import { endSessionsOf } from './start-session.ts';

/**
 * Sets a new password with a mailed link:
 *
 *   link sound, and made under the password that still stands? → password and era (one conditional write; the link and
 *   all others of the account are dead with it) → sessions closed → wrong logins forgotten
 *
 * What comes after the write only tidies up: a session of the era before is refused whether or not its row is gone.
 */
export async function resetPassword(
  context: AccountsContext,
  input: { token: string; password: string },
): Promise<Result<{ ok: true }>> {
  const { collections } = context;
  const token = await findToken(context, 'reset', input.token);
  const account = token && (await collections.accounts.findOne({ _id: token.member }));
  if (!account || account.status === 'deleted' || token.seal !== sealOf(account))
    return refuse('LINK_EXPIRED');
  const checked = await checkNewPassword(context, account, input.password);
  if (!checked.ok) return checked;
  const passwordHash = await context.passwords.hash(input.password);
  if (!(await setPassword(context, account, passwordHash))) return refuse('LINK_EXPIRED');
  await markTokenUsed(context, token._id);
  await endSessionsOf(context, account._id);
  await clearAttempts(collections, attemptId(account.site, account.emailKey, undefined));
  return ok({ ok: true });
}
