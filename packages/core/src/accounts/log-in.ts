import { CONSTANTS, ok, type Result, refuse } from '@heartline/contracts';
import { minutesLeft, PASSWORD_LENGTH } from '@heartline/domain';
import { type Check, hashSecret } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import { findAccount, keyOfEmail } from './account-by-email.ts';
import type { AccountsContext } from './accounts-context.ts';
import { attemptId, clearAttempts, takeAttempt } from './login-attempts.repository.ts';
import { sendReactivationMail } from './send-reactivation-mail.ts';
import { type Device, type Secrets, startSession } from './start-session.ts';

/**
 * Signs in with e-mail and password. Five wrong ones in a row block the address for 15 minutes for devices that never
 * signed in; one that did is counted apart. Unknown addresses cost the same work and get the same answers.
 */
export async function logIn(
  context: AccountsContext,
  input: { email: string; password: string },
  site: string,
  device: Device,
): Promise<Result<{ member: string; secrets: Secrets }>> {
  if ([...input.password].length > PASSWORD_LENGTH.maximum) {
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
  const account = await findAccount(context, site, input.email);
  const known = knownDevice(account, device);
  const attempt = attemptId(site, key, known);
  const now = context.clock.now();
  const taken = await takeAttempt(context.collections, attempt, now);
  if (!taken.allowed) return refuse('LOGIN_BLOCKED', { values: { minutes: minutesLeft(taken.until, now) } });
  const matches = await check(account?.passwordHash, input.password);
  if (!account || !matches) {
    if (!taken.last) return refuse('LOGIN_FAILED');
    return refuse('LOGIN_BLOCKED', { values: { minutes: CONSTANTS.loginBlockMinutes } });
  }
  await clearAttempts(context.collections, attempt);
  if (account.status === 'not_confirmed') return refuse('NOT_CONFIRMED');
  const isClosed = account.deletion?.statusBefore === 'disabled';
  if (account.status === 'deleted' && !isClosed) return offerWayBack(context, account);
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

/** The right password of an account that waits to be erased: the link back is mailed again. */
async function offerWayBack(
  context: AccountsContext,
  account: AccountRow,
): Promise<ReturnType<typeof refuse>> {
  const isThere = await sendReactivationMail(context, account);
  return refuse(isThere ? 'EMAIL_PENDING_DELETION' : 'LOGIN_FAILED');
}
