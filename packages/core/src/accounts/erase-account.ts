import { failpoint } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { alignProfile } from './align-profile.ts';
import { confirmationId } from './confirm-password.ts';
import { settleDeletion } from './delete-account.ts';
import { attemptId } from './login-attempts.repository.ts';
import { endSessionsOf } from './start-session.ts';
import { UNCONFIRMED_MS } from './unconfirmed.ts';

/**
 * Erases an account whose 14 days are over, or that nobody confirmed for 30. Safe to repeat and to cut off anywhere:
 *
 *   account marked (one conditional write; from here there is no way back) → every other feature → what this one keeps,
 *   the account last → deletion row closed
 *
 * What stays, without name, address or words: the ledger and payments (the law wants books), rows of conversations
 * and settlements (their numbers hold the other side's history together), and the deletion row itself.
 */
export async function eraseAccount(context: AccountsContext, member: string): Promise<void> {
  const { collections, clock, hooks } = context;
  const now = clock.now();
  const account = await collections.accounts.findOne({ _id: member });
  if (account) {
    const isMarked =
      (await markDeleted(context, member, now)) || (await markUnconfirmed(context, member, now));
    if (!isMarked) {
      await settleDeletion(context, member);
      return;
    }
  }
  failpoint('erase:after-mark');
  // An activation that was cut off has shown the profile already: who wrote to it is owed, before the lists go.
  await alignProfile(context, member);
  await hooks.personalData.erase(member);
  failpoint('erase:after-features');
  await eraseOwn(context, member, account);
  await collections.deletions.updateOne({ _id: member }, { $set: { erasedAt: now } });
  context.logger.info({ member }, 'account erased');
}

async function markDeleted({ collections }: AccountsContext, member: string, now: number): Promise<boolean> {
  const marked = await collections.accounts.updateOne(
    { _id: member, status: 'deleted', 'deletion.eraseAt': { $lte: now } },
    { $set: { 'deletion.erasingAt': now } },
  );
  return marked.matchedCount === 1;
}

/** Nobody ever confirmed the address: it may belong to somebody who never heard of this site. */
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
  // Also of an address whose change was cut off.
  await collections.emails.deleteMany({ member });
  if (account) {
    const attempts = [attemptId(account.site, account.emailKey, undefined), confirmationId(account)];
    await collections.attempts.deleteMany({ _id: { $in: attempts } });
  }
  await collections.tokens.deleteMany({ member });
  failpoint('erase:before-account');
  await collections.accounts.deleteMany({ _id: member });
  context.accounts.drop(member);
}
