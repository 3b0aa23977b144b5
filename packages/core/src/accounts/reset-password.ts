import { ok, type Result, refuse } from '@heartline/contracts';
import type { AccountRow, TokenRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { checkNewPassword } from './check-new-password.ts';
import { attemptId, clearAttempts, takeAttempt } from './login-attempts.repository.ts';
import { findLink, hasItsSeal, markTokenUsed } from './one-time-token.ts';
import { freshStart, notifyOfPassword, passwordOnly, setPassword } from './set-password.ts';
import { endSessionsOf } from './start-session.ts';

/**
 * Sets a new password with a mailed link:
 *
 *   link sound, and made under the password and address that still stand? → password and era (one conditional write;
 *   the link and all others of the account are dead with it) → sessions closed → wrong logins forgotten → link used
 *
 * An account that was never confirmed keeps nothing that a stranger may have left in it (`freshStart`).
 * What comes after the write only tidies up: a session of the era before is refused whether or not its row is gone. Asked
 * again with the password that stands, since the answer was lost, it tidies up and answers the same.
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

/** The account, if it has this password already. Wrong ones are counted by link: a dead one is no place to guess. */
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
