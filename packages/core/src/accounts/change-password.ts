import { ok, type Result, refuse } from '@heartline/contracts';
import type { AccountsContext, SessionInfo } from './accounts-context.ts';
import { checkNewPassword } from './check-new-password.ts';
import { confirmPassword } from './confirm-password.ts';
import { setPassword } from './set-password.ts';
import { type Device, endSessionsOf, type StartedSession, startSession } from './start-session.ts';

/** When the session that asked ends under its old cookie. */
const SOON_MS = 1_500;

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
  // The page that asked hears the answer, with its new cookie, before the socket of its old session closes.
  const fresh = { name: device.name, secret: device.secret };
  const secrets = await startSession(context, { member: account._id, site: account.site, era }, fresh);
  await context.hooks.onSessionReplaced(account._id, caller.session, secrets.publicId);
  await endSessionsOf(context, account._id, [secrets.publicId, caller.session]);
  setTimeout(() => endOld(context, account._id, secrets.publicId), SOON_MS).unref();
  return ok({ secrets });
}

/** Already refused everywhere, being of the era before; this closes its sockets. A crash leaves that to their ticks. */
function endOld(context: AccountsContext, member: string, current: string): void {
  endSessionsOf(context, member, [current]).catch((error: unknown) =>
    context.logger.warn({ reason: String(error) }, 'old session not ended'),
  );
}
