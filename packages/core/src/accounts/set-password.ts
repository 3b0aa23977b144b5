import { hashSecret } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { queueMail } from './mail-outbox.ts';

/**
 * Puts a new password in the place of the one `account` was read with, in one conditional write: of many tries at once
 * one succeeds. With it every session and every sealed link made before is over, wherever they are; the owner is told
 * by mail. False when another change came first.
 */
export async function setPassword(
  context: AccountsContext,
  account: AccountRow,
  passwordHash: string,
): Promise<boolean> {
  const changed = await context.collections.accounts.updateOne(
    { _id: account._id, passwordHash: account.passwordHash, status: { $ne: 'deleted' } },
    { $set: { passwordHash }, $inc: { era: 1 } },
  );
  context.accounts.drop(account._id);
  if (changed.modifiedCount !== 1) return false;
  const mail = await queueMail(context, {
    id: hashSecret(passwordHash).slice(0, 24),
    member: account._id,
    template: 'password-changed',
    language: account.language,
    secret: null,
  });
  await mail.send();
  return true;
}
