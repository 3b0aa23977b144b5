import { hashSecret } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { queueMail } from './mail-outbox.ts';

/**
 * A write that sets the password of an account: its conditions, the fields it sets, and its other changes.
 */
export interface PasswordWrite {
  where: Partial<Pick<AccountRow, 'emailKey' | 'passwordHash' | 'activatedAt'>>;
  set: Partial<AccountRow>;
  besides: { $inc?: { era: number }; $push?: { partnerOffersLog: { agreed: boolean; at: number } } };
}

/**
 * Writes a new password. The new era ends all earlier sessions; the new hash invalidates all sealed links.
 */
export function passwordOnly(passwordHash: string): PasswordWrite {
  return { where: {}, set: { passwordHash }, besides: { $inc: { era: 1 } } };
}

/**
 * Writes a new password that came by a mailed link to an account that was never confirmed. A stranger may
 * have signed up with the address, so known devices, pushes and the consent to offers end too. A concurrent
 * activation or change of address wins.
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
 * Replaces the password that `account` was read with, in one conditional write: one of many concurrent calls
 * succeeds. Mails the owner. Returns the changed account; undefined if another change came first.
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

/** Mails the owner that the password changed; once per password, however often this is repeated. */
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
