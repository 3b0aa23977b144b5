import { ok, type Result, refuse } from '@heartline/contracts';
import type { AccountsContext, SessionInfo } from './accounts-context.ts';
import { checkNewPassword } from './check-new-password.ts';
import { confirmPassword } from './confirm-password.ts';
import { setPassword } from './set-password.ts';
import { type Device, endSessionsOf, type StartedSession, startSession } from './start-session.ts';

/**
 * Changes the password of a signed-in member who knows the old one (S5-013). Every other session ends; this one goes
 * on under a fresh cookie.
 */
export async function changePassword(
  context: AccountsContext,
  caller: SessionInfo,
  input: { old_password: string; password: string },
  device: Device,
): Promise<Result<{ secrets: StartedSession }>> {
  const confirmed = await confirmPassword(context, caller.member, input.old_password, 'OLD_PASSWORD_WRONG');
  if (!confirmed.ok) return confirmed;
  const account = confirmed.value;
  const checked = await checkNewPassword(context, account, input.password);
  if (!checked.ok) return checked;
  const passwordHash = await context.passwords.hash(input.password);
  if (!(await setPassword(context, account, passwordHash))) return refuse('OLD_PASSWORD_WRONG');
  const era = (account.era ?? 0) + 1;
  const secrets = await startSession(context, { member: account._id, site: account.site, era }, device);
  await endSessionsOf(context, account._id, secrets.publicId);
  return ok({ secrets });
}
