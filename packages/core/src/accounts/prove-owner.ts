import { ok, type Result, refuse } from '@heartline/contracts';
import type { AccountRow, TokenRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { authenticateSession } from './authenticate-session.ts';
import { checkCounted } from './check-counted.ts';
import { checkNewPassword } from './check-new-password.ts';
import { attemptId, clearAttempts } from './login-attempts.repository.ts';
import { freshStart, type PasswordWrite } from './set-password.ts';
import { type Device, endSessionsOf } from './start-session.ts';

/** Input of a page with a mailed link. The passwords prove the owner if the browser does not. */
export interface OwnerInput {
  token: string;
  /** The password chosen at sign-up. */
  password?: string | undefined;
  /** A new password, for an owner of the address who did not sign up, or who forgot the password. */
  new_password?: string | undefined;
}

/** Conditions and fields of the write that takes the account, besides its status. */
interface Ownership extends PasswordWrite {
  /** True for a new password: it removes everything left from before. */
  isNew: boolean;
}

/** True if the address of an account was never confirmed, also while it waits to be erased. */
export function isUnproven({ status, deletion }: AccountRow): boolean {
  return status === 'not_confirmed' || deletion?.statusBefore === 'not_confirmed';
}

/**
 * Proves that the reader of a mailed link owns an account that was never confirmed. A stranger may have
 * signed up with this address. Accepts the browser that signed up, its password, or a new password, which
 * ends all earlier requests.
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
  if (await isSignedInAs(context, account._id, device)) return ok(withExistingPassword(account));
  if (password === undefined) return refuse('PASSWORD_REQUIRED');
  // Wrong passwords are counted by link, apart from logins.
  const attempt = attemptId(account.site, `link ${link._id}`, undefined);
  const checked = await context.passwords.inPlace((check) =>
    checkCounted(check, context, { account, attempt, password, wrong: 'PASSWORD_WRONG' }),
  );
  return checked.ok ? ok(withExistingPassword(checked.value)) : checked;
}

/** The account keeps the password that proved the owner. */
function withExistingPassword({ emailKey, passwordHash }: AccountRow): Ownership {
  return { isNew: false, where: { emailKey, passwordHash }, set: {}, besides: {} };
}

/** Ends what a stranger may have left in the account. Fails if the old password changed meanwhile. */
async function withNewPassword(
  context: AccountsContext,
  account: AccountRow,
  password: string,
): Promise<Result<Ownership>> {
  const checked = await checkNewPassword(context, account, password);
  if (!checked.ok) return checked;
  return ok({ isNew: true, ...freshStart(context, account, await context.passwords.hash(password)) });
}

/** After a new password: ends earlier sessions, and clears the wrong passwords that locked the owner out. */
export async function endBefore(
  context: AccountsContext,
  { isNew }: Ownership,
  account: AccountRow,
): Promise<void> {
  if (!isNew) return;
  await endSessionsOf(context, account._id, { before: account.era });
  await clearAttempts(context.collections, attemptId(account.site, account.emailKey, undefined));
}

/** True if the browser that opens a link is signed in as this member. */
export async function isSignedInAs(
  context: AccountsContext,
  member: string,
  { replaces }: Device,
): Promise<boolean> {
  if (replaces === undefined) return false;
  return (await authenticateSession(context, replaces))?.member === member;
}
