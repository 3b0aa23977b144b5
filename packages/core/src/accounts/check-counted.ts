import { CONSTANTS, type ErrorCode, ok, type Result, refuse } from '@heartline/contracts';
import { minutesLeft } from '@heartline/domain';
import type { Check } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { clearAttempts, takeAttempt } from './login-attempts.repository.ts';

/** A password to check: the account, the counter, and the refusal of a wrong one. */
interface Counted {
  account: AccountRow | null;
  attempt: string;
  password: string;
  wrong: ErrorCode;
}

/**
 * Checks a member's password, and counts a wrong one before looking at it. Without an account it takes
 * equally long and refuses in the same way. A hash of another Unicode form is replaced, also in the row
 * passed in.
 */
export async function checkCounted(
  check: Check,
  context: AccountsContext,
  { account, attempt, password, wrong }: Counted,
): Promise<Result<AccountRow>> {
  const now = context.clock.now();
  const taken = await takeAttempt(context.collections, attempt, now);
  if (!taken.allowed) return refuse('LOGIN_BLOCKED', { values: { minutes: minutesLeft(taken.until, now) } });
  const matches = await check(account?.passwordHash || undefined, password, (fresh) =>
    rewriteHash(context, account, fresh),
  );
  if (!account || !matches) {
    if (!taken.last) return refuse(wrong);
    return refuse('LOGIN_BLOCKED', { values: { minutes: CONSTANTS.loginBlockMinutes } });
  }
  await clearAttempts(context.collections, attempt);
  return ok(account);
}

/**
 * Stores the hash of the same password in composed form. This invalidates links sealed by the old hash; it
 * happens once per account.
 */
async function rewriteHash(
  { collections, accounts }: AccountsContext,
  account: AccountRow | null,
  passwordHash: string,
): Promise<void> {
  if (!account) return;
  const { _id } = account;
  await collections.accounts.updateOne(
    { _id, passwordHash: account.passwordHash },
    { $set: { passwordHash } },
  );
  accounts.drop(_id);
  account.passwordHash = passwordHash;
}
