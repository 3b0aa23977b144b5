import { failpoint } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { alignProfile } from './align-profile.ts';
import { confirmationId } from './confirm-password.ts';
import { settleDeletion } from './delete-account.ts';
import { originOf } from './lander-sign-ups.ts';
import { attemptId } from './login-attempts.repository.ts';
import { endSessionsOf } from './start-session.ts';
import { UNCONFIRMED_MS } from './unconfirmed.ts';

/**
 * Erases an account whose 14 days are over, or that was not confirmed for 30. It waits while the member owes credits or
 * a debit may still come back (decision 066). Safe to repeat, and to cut off anywhere.
 *
 * 1. Mark the account in one conditional write; from here on the erasure is final.
 * 2. Erase the data of every other feature.
 * 3. Erase the data of this feature, the account last.
 * 4. Close the deletion row.
 *
 * These rows stay, without name, address or text:
 *
 * - the ledger and payments: the law requires accounting records
 * - rows of conversations and settlements: the other side's history needs their numbers
 * - the deletion row itself, with the lander that the sign-up began at: its campaign is judged by it
 */
export async function eraseAccount(context: AccountsContext, member: string): Promise<void> {
  const { collections, clock, hooks } = context;
  const now = clock.now();
  const account = await collections.accounts.findOne({ _id: member });
  if (account) {
    if (await isPostponed(context, account, now)) return;
    const isMarked =
      (await markDeleted(context, member, now)) || (await markUnconfirmed(context, member, now));
    if (!isMarked) {
      await settleDeletion(context, member);
      return;
    }
  }
  failpoint('erase:after-mark');
  // An interrupted activation may have shown the profile. Record the returns to its senders before the
  // erasure deletes the lists that lead to them.
  await alignProfile(context, member);
  await hooks.personalData.erase(member);
  failpoint('erase:after-features');
  await eraseOwn(context, member, account);
  await collections.deletions.updateOne({ _id: member }, { $set: { erasedAt: now } });
  context.logger.info({ member }, 'account erased');
}

/** An erasure that waits for money is tried again after a day, and waits no longer than banks may take money back. */
const TRY_AGAIN_MS = 86_400_000;
const WAITS_AT_MOST_MS = 400 * TRY_AGAIN_MS;

/**
 * True if the erasure of a deleted account waits for its money; it is due again a day later. The account decides: after a
 * crash its deletion row follows it.
 */
async function isPostponed(
  { collections, hooks }: AccountsContext,
  { _id: member, status, deletion }: AccountRow,
  now: number,
): Promise<boolean> {
  if (status !== 'deleted' || !deletion || deletion.erasingAt !== null || deletion.eraseAt > now)
    return false;
  if (deletion.isForced || now - deletion.at > WAITS_AT_MOST_MS) return false;
  if (!(await hooks.hasOpenMoney(member))) return false;
  const eraseAt = now + TRY_AGAIN_MS;
  const postponed = await collections.accounts.updateOne(
    { _id: member, status: 'deleted', 'deletion.eraseAt': deletion.eraseAt, 'deletion.erasingAt': null },
    { $set: { 'deletion.eraseAt': eraseAt } },
  );
  if (postponed.matchedCount === 0) return false;
  await collections.deletions.updateOne({ _id: member, erasedAt: null }, { $set: { eraseAt } });
  return true;
}

/**
 * An operator erases a deleted account now, although its money is open. False if there is no such account. Safe to repeat.
 */
export async function eraseNow(context: AccountsContext, member: string): Promise<boolean> {
  const { collections, clock } = context;
  const eraseAt = clock.now();
  const forced = await collections.accounts.updateOne(
    { _id: member, status: 'deleted', deletion: { $type: 'object' } },
    { $set: { 'deletion.eraseAt': eraseAt, 'deletion.isForced': true } },
  );
  if (forced.matchedCount === 0) return false;
  await collections.deletions.updateOne({ _id: member, erasedAt: null }, { $set: { eraseAt } });
  await eraseAccount(context, member);
  return true;
}

async function markDeleted({ collections }: AccountsContext, member: string, now: number): Promise<boolean> {
  const marked = await collections.accounts.updateOne(
    { _id: member, status: 'deleted', 'deletion.eraseAt': { $lte: now } },
    { $set: { 'deletion.erasingAt': now } },
  );
  return marked.matchedCount === 1;
}

/** Marks an account that was never confirmed: the address may belong to a person who never signed up. */
async function markUnconfirmed(
  { collections }: AccountsContext,
  member: string,
  now: number,
): Promise<boolean> {
  const deletion = { at: now, eraseAt: now, statusBefore: 'not_confirmed' as const, erasingAt: now };
  const marked = await collections.accounts.updateOne(
    { _id: member, status: 'not_confirmed', createdAt: { $lte: now - UNCONFIRMED_MS } },
    { $set: { status: 'deleted', deletion } },
  );
  return marked.matchedCount === 1;
}

async function eraseOwn(context: AccountsContext, member: string, account: AccountRow | null): Promise<void> {
  const { collections, archives } = context;
  const archive = await collections.exports.findOne({ _id: member });
  if (archive) await archives.remove(archive.key);
  await collections.exports.deleteMany({ _id: member });
  await endSessionsOf(context, member);
  await collections.mails.deleteMany({ member });
  // Includes an address whose change was cut off.
  await collections.emails.deleteMany({ member });
  if (account) {
    const attempts = [attemptId(account.site, account.emailKey, undefined), confirmationId(account)];
    await collections.attempts.deleteMany({ _id: { $in: attempts } });
  }
  await collections.tokens.deleteMany({ member });
  failpoint('erase:before-account');
  const origin = account ? originOf(account) : undefined;
  if (origin) await collections.deletions.updateOne({ _id: member }, { $set: { origin } });
  await collections.accounts.deleteMany({ _id: member });
  context.accounts.drop(member);
}
