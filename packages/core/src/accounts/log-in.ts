import { ok, type Result, refuse } from '@heartline/contracts';
import { isPasswordTooLong } from '@heartline/domain';
import { type Check, hashSecret } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import { findAccount, keyOfEmail } from './account-by-email.ts';
import type { AccountsContext } from './accounts-context.ts';
import { checkCounted } from './check-counted.ts';
import { attemptId } from './login-attempts.repository.ts';
import { sendReactivationMail } from './send-reactivation-mail.ts';
import { type Device, type Secrets, startSession } from './start-session.ts';

/**
 * Signs in with e-mail and password. Five wrong passwords in a row block the address for 15 minutes on new
 * devices; known devices have their own count. Unknown addresses take the same work and get the same answers.
 */
export async function logIn(
  context: AccountsContext,
  input: { email: string; password: string },
  site: string,
  device: Device,
): Promise<Result<{ member: string; secrets: Secrets }>> {
  if (isPasswordTooLong(input.password)) {
    return refuse('VALIDATION_FAILED', { fields: { password: 'PASSWORD_TOO_LONG' } });
  }
  return context.passwords.inPlace((check) => logInWith(check, context, input, site, device));
}

async function logInWith(
  check: Check,
  context: AccountsContext,
  input: { email: string; password: string },
  site: string,
  device: Device,
): ReturnType<typeof logIn> {
  const key = keyOfEmail(input.email);
  const found = await findAccount(context, site, input.email);
  const checked = await checkCounted(check, context, {
    account: found,
    attempt: attemptId(site, key, knownDevice(found, device)),
    password: input.password,
    wrong: 'LOGIN_FAILED',
  });
  if (!checked.ok) return checked;
  const account = checked.value;
  if (account.status === 'not_confirmed') return refuse('NOT_CONFIRMED');
  const isClosed = account.deletion?.statusBefore === 'disabled';
  // The password is right: mail the reactivation link again.
  if (account.status === 'deleted' && !isClosed)
    return (await sendReactivationMail(context, account)) ?? refuse('LOGIN_FAILED');
  if (account.status !== 'active') return refuse('ACCOUNT_DISABLED');
  return ok({
    member: account._id,
    secrets: await startSession(context, { member: account._id, site, era: account.era }, device),
  });
}

function knownDevice(account: AccountRow | null, device: Device): string | undefined {
  const hash = device.secret && device.secret.length <= 100 ? hashSecret(device.secret) : undefined;
  return hash && account?.knownDevices.includes(hash) ? hash : undefined;
}
