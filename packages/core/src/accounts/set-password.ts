import { hashSecret } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { queueMail } from './mail-outbox.ts';

/** A write that gives an account its password: what must still be so, which fields are set, what changes besides. */
export interface PasswordWrite {
  where: Partial<Pick<AccountRow, 'emailKey' | 'passwordHash' | 'activatedAt'>>;
  set: Partial<AccountRow>;
  besides: { $inc?: { era: number }; $push?: { partnerOffersLog: { agreed: boolean; at: number } } };
}

/** Writes a new password. The era ends every session made before, the hash every sealed link. */
export function passwordOnly(passwordHash: string): PasswordWrite {
  return { where: {}, set: { passwordHash }, besides: { $inc: { era: 1 } } };
}

/**
 * Writes a new password that came by a mailed link to an account that was never confirmed. A stranger may have signed up
 * with the address: known devices, pushes and the consent to offers of partners end too. An activation or a move to
 * another address of the same moment wins.
 */
export function freshStart(
  { clock }: AccountsContext,
  { emailKey, partnerOffersAt }: AccountRow,
  passwordHash: string,
): PasswordWrite {
  const tookBack = { $push: { partnerOffersLog: { agreed: false, at: clock.now() } } };
  return {
    where: { emailKey, activatedAt: null },
    set: { passwordHash, knownDevices: [], pushSubscribed: false, partnerOffersAt: null },
    besides: { $inc: { era: 1 }, ...(partnerOffersAt && tookBack) },
  };
}

/**
 * Puts a new password in the place of the one `account` was read with, in one conditional write: of many tries at once
 * one succeeds. The owner is told by mail. Answers the account as it is then; undefined when another change came first.
 */
export async function setPassword(
  context: AccountsContext,
  account: AccountRow,
  { where, set, besides }: PasswordWrite,
): Promise<AccountRow | undefined> {
  const changed = await context.collections.accounts.findOneAndUpdate(
    { _id: account._id, passwordHash: account.passwordHash, status: { $ne: 'deleted' }, ...where },
    { $set: set, ...besides },
    { returnDocument: 'after' },
  );
  context.accounts.drop(account._id);
  if (!changed) return undefined;
  await notifyOfPassword(context, changed);
  return changed;
}

/** Mails the owner that the password that stands is new; once for each, however often this is repeated. */
export async function notifyOfPassword(context: AccountsContext, account: AccountRow): Promise<void> {
  const mail = await queueMail(context, {
    id: hashSecret(account.passwordHash).slice(0, 24),
    member: account._id,
    template: 'password-changed',
    language: account.language,
    secret: null,
  });
  await mail.send();
}
