import { hashSecret } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { queueMail } from './mail-outbox.ts';

/**
 * Puts a new password in the place of the one `account` was read with, in one conditional write: of many tries at once
 * one succeeds. With it every session and every sealed link made before is over, wherever they are; the owner is told
 * by mail. Answers the account as it is then; undefined when another change came first.
 */
export async function setPassword(
  context: AccountsContext,
  account: AccountRow,
  passwordHash: string,
): Promise<AccountRow | undefined> {
  const changed = await context.collections.accounts.findOneAndUpdate(
    { _id: account._id, passwordHash: account.passwordHash, status: { $ne: 'deleted' } },
    { $set: { passwordHash }, $inc: { era: 1 } },
    { returnDocument: 'after' },
  );
  context.accounts.drop(account._id);
  if (!changed) return undefined;
  await tellOfPassword(context, changed);
  return changed;
}

/** Mails the owner that the password that stands is new; once for each, however often this is repeated. */
export async function tellOfPassword(context: AccountsContext, account: AccountRow): Promise<void> {
  const mail = await queueMail(context, {
    id: hashSecret(account.passwordHash).slice(0, 24),
    member: account._id,
    template: 'password-changed',
    language: account.language,
    secret: null,
  });
  await mail.send();
}
