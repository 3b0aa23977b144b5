import { ok, type Result, refuse } from '@heartline/contracts';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext, SessionInfo } from './accounts-context.ts';
import { checkNewPassword } from './check-new-password.ts';
import { confirmationId, confirmPassword } from './confirm-password.ts';
import { hasChanged, leaveUnder, letGoOn } from './go-on.ts';
import { clearAttempts } from './login-attempts.repository.ts';
import { notifyOfPassword, passwordOnly, setPassword } from './set-password.ts';
import { type Device, endSessionsOf, type Secrets, startSession } from './start-session.ts';

/**
 * Changes the password of a signed-in member who knows the old one (S5-013). Every other session ends; this
 * one continues under a new cookie.
 *
 * 1. Give this session a leave to outlive the change.
 * 2. Write password and era in one conditional write.
 * 3. Start a session that follows this one. The old cookie works until the new one is first used.
 * 4. Close all other sessions.
 *
 * The answer may be lost. If the same session or its successor repeats the call, it gets another new cookie.
 */
export async function changePassword(
  context: AccountsContext,
  caller: SessionInfo,
  input: { old_password: string; password: string },
  device: Device,
): Promise<Result<{ secrets: Secrets }>> {
  const changed = await change(context, caller, input);
  if (!changed.ok) return changed;
  const { _id: member, site, era } = changed.value;
  const { name, secret } = device;
  const secrets = await startSession(
    context,
    { member, site, era },
    { name, secret, instead: { follows: caller.session, leaves: [leaveUnder(context, changed.value)] } },
  );
  await endSessionsOf(context, member, { before: era, except: [caller.session] });
  return ok({ secrets });
}

/** The account under its new password. */
async function change(
  context: AccountsContext,
  caller: SessionInfo,
  input: { old_password: string; password: string },
): Promise<Result<AccountRow>> {
  const confirmed = await confirmPassword(context, caller.member, input.old_password, 'OLD_PASSWORD_WRONG');
  if (!confirmed.ok) {
    const isWrong = confirmed.refusal.code === 'OLD_PASSWORD_WRONG';
    return isWrong ? changedBefore(context, caller, input.password) : confirmed;
  }
  const account = confirmed.value;
  const checked = await checkNewPassword(context, account, input.password);
  if (!checked.ok) return checked;
  const passwordHash = await context.passwords.hash(input.password);
  await letGoOn(context, caller, account, passwordHash);
  const changed = await setPassword(context, account, passwordOnly(passwordHash));
  return changed ? ok(changed) : changedBefore(context, caller, input.password);
}

/**
 * The account, if this session set this password a moment ago: its answer was lost and the client repeats the
 * call.
 */
async function changedBefore(
  context: AccountsContext,
  { member, session }: SessionInfo,
  password: string,
): Promise<Result<AccountRow>> {
  const account = await context.collections.accounts.findOne({ _id: member });
  const isDone =
    account !== null &&
    (await hasChanged(context, account, session)) &&
    (await context.passwords.verify(account.passwordHash, password));
  if (!isDone) return refuse('OLD_PASSWORD_WRONG');
  await clearAttempts(context.collections, confirmationId(account));
  await notifyOfPassword(context, account);
  return ok(account);
}
