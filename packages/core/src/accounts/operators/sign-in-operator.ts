import { CONSTANTS, ok, type Result, refuse } from '@heartline/contracts';
import { isPasswordTooLong, minutesLeft } from '@heartline/domain';
import { type Check, hashSecret } from '@heartline/platform';
import { attemptId, clearAttempts, takeAttempt } from '../login-attempts.repository.ts';
import type { OperatorRow } from './operator.model.ts';
import {
  noteSignIn,
  type OperatorSecrets,
  type OperatorsContext,
  startOperatorSession,
} from './operator-sessions.ts';

interface Device {
  name: string;
  secret?: string | undefined;
  replaces?: string | undefined;
}

/**
 * Signs an operator in with name and password. Stores every attempt. The rules are those of members:
 *
 * - Five wrong passwords in a row block the name for 15 minutes on new browsers.
 * - A known browser has its own count.
 * - Unknown names take the same work and get the same answers.
 */
export async function signInOperator(
  context: OperatorsContext,
  input: { name: string; password: string },
  site: string,
  device: Device,
): Promise<Result<{ operator: OperatorRow; secrets: OperatorSecrets }>> {
  if (isPasswordTooLong(input.password)) {
    return refuse('VALIDATION_FAILED', { fields: { password: 'PASSWORD_TOO_LONG' } });
  }
  return context.passwords.inPlace((check) => signInWith(check, context, input, site, device));
}

async function signInWith(
  check: Check,
  context: OperatorsContext,
  input: { name: string; password: string },
  site: string,
  device: Device,
): ReturnType<typeof signInOperator> {
  const name = input.name.trim().toLowerCase();
  const operator = await context.collections.operators.findOne({ _id: `${site}:${name}` });
  const note = (outcome: 'in' | 'wrong' | 'blocked' | 'disabled') =>
    noteSignIn(context, { operator: operator?._id ?? null, outcome, device: device.name });
  const attempt = operatorAttempt(site, name, knownDevice(operator, device));
  const now = context.clock.now();
  const taken = await takeAttempt(context.attempts, attempt, now);
  if (!taken.allowed) {
    await note('blocked');
    return refuse('LOGIN_BLOCKED', { values: { minutes: minutesLeft(taken.until, now) } });
  }
  const matches = await check(operator?.passwordHash, input.password);
  if (!operator || !matches) {
    await note(taken.last ? 'blocked' : 'wrong');
    if (!taken.last) return refuse('LOGIN_FAILED');
    return refuse('LOGIN_BLOCKED', { values: { minutes: CONSTANTS.loginBlockMinutes } });
  }
  await clearAttempts(context.attempts, attempt);
  if (operator.state !== 'active') {
    await note('disabled');
    return refuse('LOGIN_FAILED');
  }
  const secrets = await startOperatorSession(context, operator, device);
  await note('in');
  return ok({ operator, secrets });
}

/**
 * The key of the count of wrong passwords for a name; without `device` that of browsers that never signed in.
 */
export const operatorAttempt = (site: string, name: string, device?: string): string =>
  attemptId(site, `operator ${name}`, device);

function knownDevice(operator: OperatorRow | null, device: Device): string | undefined {
  const hash = device.secret && device.secret.length <= 100 ? hashSecret(device.secret) : undefined;
  return hash && operator?.knownDevices.includes(hash) ? hash : undefined;
}
