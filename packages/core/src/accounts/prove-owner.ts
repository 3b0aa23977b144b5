import { ok, type Result, refuse } from '@heartline/contracts';
import type { AccountRow, TokenRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { authenticateSession } from './authenticate-session.ts';
import { checkCounted } from './check-counted.ts';
import { checkNewPassword } from './check-new-password.ts';
import { attemptId, clearAttempts } from './login-attempts.repository.ts';
import { freshStart, type PasswordWrite } from './set-password.ts';
import { type Device, endSessionsOf } from './start-session.ts';

/** What a page with a mailed link sends along, where the browser alone does not prove who opened it. */
export interface OwnerInput {
  token: string;
  /** The password chosen at sign-up. */
  password?: string | undefined;
  /** A new one, for an owner of the address who did not sign up, or who forgot it. */
  new_password?: string | undefined;
}

/** How an account is taken: what must still be so when it is written, and what is written besides its status. */
interface Ownership extends PasswordWrite {
  /** A new password: nothing of before survives it. */
  isNew: boolean;
}

/** Whether nobody ever confirmed the address of an account, also of one that waits to be erased. */
export function isUnproven({ status, deletion }: AccountRow): boolean {
  return status === 'not_confirmed' || deletion?.statusBefore === 'not_confirmed';
}

/**
 * Proves that the person with a mailed link may have an account that was never confirmed. The password was chosen at
 * sign-up, perhaps by a stranger who entered this address. Enough is the browser that signed up, the password, or a new
 * password, which ends all that was asked for before.
 */
export async function proveOwner(
  context: AccountsContext,
  account: AccountRow,
  link: TokenRow,
  input: OwnerInput,
  device: Device,
): Promise<Result<Ownership>> {
  if (!isUnproven(account)) return ok({ isNew: false, where: {}, set: {}, besides: {} });
  const { password, new_password: fresh } = input;
  if (fresh !== undefined) return withNewPassword(context, account, fresh);
  if (await isSignedInAs(context, account._id, device)) return ok(asItIs(account));
  if (password === undefined) return refuse('PASSWORD_REQUIRED');
  // Wrong ones are counted by link, apart from those of a login.
  const attempt = attemptId(account.site, `link ${link._id}`, undefined);
  const checked = await context.passwords.inPlace((check) =>
    checkCounted(check, context, { account, attempt, password, wrong: 'PASSWORD_WRONG' }),
  );
  return checked.ok ? ok(asItIs(checked.value)) : checked;
}

/** The account keeps the password that proved whose it is. */
function asItIs({ emailKey, passwordHash }: AccountRow): Ownership {
  return { isNew: false, where: { emailKey, passwordHash }, set: {}, besides: {} };
}

/** Ends what a stranger may have left in the account. A change of the old password at that moment loses. */
async function withNewPassword(
  context: AccountsContext,
  account: AccountRow,
  password: string,
): Promise<Result<Ownership>> {
  const checked = await checkNewPassword(context, account, password);
  if (!checked.ok) return checked;
  return ok({ isNew: true, ...freshStart(context, account, await context.passwords.hash(password)) });
}

/** After a new password: ends the sessions of before, and forgets the wrong passwords that locked its owner out. */
export async function endBefore(
  context: AccountsContext,
  { isNew }: Ownership,
  account: AccountRow,
): Promise<void> {
  if (!isNew) return;
  await endSessionsOf(context, account._id, { before: account.era });
  await clearAttempts(context.collections, attemptId(account.site, account.emailKey, undefined));
}

/** Whether the browser that presses a link is signed in as this member. */
export async function isSignedInAs(
  context: AccountsContext,
  member: string,
  { replaces }: Device,
): Promise<boolean> {
  if (replaces === undefined) return false;
  return (await authenticateSession(context, replaces))?.member === member;
}
