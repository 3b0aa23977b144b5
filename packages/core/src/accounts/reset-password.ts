import { ok, type Result, refuse } from '@heartline/contracts';
import type { AccountRow, TokenRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { checkNewPassword } from './check-new-password.ts';
import { attemptId, clearAttempts, takeAttempt } from './login-attempts.repository.ts';
import { findLink, hasItsSeal, markTokenUsed } from './one-time-token.ts';
import { freshStart, notifyOfPassword, passwordOnly, setPassword } from './set-password.ts';
import { endSessionsOf } from './start-session.ts';

/**
 * Sets a new password with a mailed link.
 *
 * 1. Check the link, and that password and address are those it was made under.
 * 2. Write password and era in one conditional write. It invalidates this and all other links of the account.
 * 3. Close the sessions and clear the count of wrong logins.
 * 4. Mark the link as used.
 *
 * - An account that was never confirmed keeps nothing that a stranger may have left in it (`freshStart`).
 * - The steps after the write only clean up: sessions of the earlier era are refused even if their rows
 *   exist.
 * - A repeated call with the current password, after a lost answer, cleans up and gets the same answer.
 */
export async function resetPassword(
  context: AccountsContext,
  input: { token: string; password: string },
): Promise<Result<{ ok: true }>> {
  const { collections } = context;
  const token = await findLink(context, 'reset', input.token);
  const account = token && (await collections.accounts.findOne({ _id: token.member }));
  if (!account || account.status === 'deleted') return refuse('LINK_EXPIRED');
  const reset = hasItsSeal(token, account)
    ? await setWith(context, token, account, input.password)
    : await setBefore(context, token, input.password);
  if (!reset.ok) return reset;
  const { _id: member, site, emailKey, era } = reset.value;
  await endSessionsOf(context, member, { before: era });
  await clearAttempts(collections, attemptId(site, emailKey, undefined));
  await markTokenUsed(context, token._id);
  return ok({ ok: true });
}

/** The account under its new password. */
async function setWith(
  context: AccountsContext,
  token: TokenRow,
  account: AccountRow,
  password: string,
): Promise<Result<AccountRow>> {
  const checked = await checkNewPassword(context, account, password);
  if (!checked.ok) return checked;
  const passwordHash = await context.passwords.hash(password);
  const isUnconfirmed = account.activatedAt === null;
  const write = isUnconfirmed ? freshStart(context, account, passwordHash) : passwordOnly(passwordHash);
  const changed = await setPassword(context, account, write);
  return changed ? ok(changed) : setBefore(context, token, password);
}

/**
 * The account, if it has this password already. Wrong passwords are counted by link, so nobody can guess with
 * a dead link.
 */
async function setBefore(
  context: AccountsContext,
  token: TokenRow,
  password: string,
): Promise<Result<AccountRow>> {
  const { collections, clock, passwords } = context;
  const account = await collections.accounts.findOne({ _id: token.member });
  if (!account || account.status === 'deleted') return refuse('LINK_EXPIRED');
  const attempt = attemptId(account.site, `link ${token._id}`, undefined);
  const isSet = await passwords.inPlace(async (check) => {
    const taken = await takeAttempt(collections, attempt, clock.now());
    return taken.allowed && check(account.passwordHash, password);
  });
  if (!isSet) return refuse('LINK_EXPIRED');
  await clearAttempts(collections, attempt);
  await notifyOfPassword(context, account);
  return ok(account);
}
