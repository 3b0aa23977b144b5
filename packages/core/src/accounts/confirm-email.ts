import { ok, ownChanged, type Result, refuse } from '@heartline/contracts';
import type { AccountRow, TokenRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { claimEmail } from './claim-email.ts';
import { queueMail } from './mail-outbox.ts';
import { findLink, hasItsSeal, markTokenUsed } from './one-time-token.ts';

type Change = NonNullable<TokenRow['change']>;

/**
 * Replaces the member's address with the confirmed one.
 *
 * 1. Check the link.
 * 2. Claim the new address (unique insert).
 * 3. Update the account, if it still has the old address.
 * 4. Release the old claim and notify the old address.
 * 5. Mark the link as used.
 *
 * After a crash the same link finishes the steps that are left. Of two links to two addresses one wins; the
 * other releases its claim. A repeated call after a lost answer gets the same answer.
 */
export async function confirmEmail(
  context: AccountsContext,
  secret: string,
): Promise<Result<{ email: string }>> {
  const token = await findLink(context, 'email', secret);
  const account = token && (await context.collections.accounts.findOne({ _id: token.member }));
  if (!account || !token.change || account.status === 'deleted' || !hasItsSeal(token, account)) {
    return refuse('LINK_EXPIRED');
  }
  const { change } = token;
  const isDone = account.email === change.address;
  if (!isDone) {
    if (token.usedAt !== null || account.emailKey !== change.from) return refuse('LINK_EXPIRED');
    const claimed = await claim(context, account, change.key);
    if (!claimed.ok) return claimed;
    if (!(await moveAccount(context, account, change))) {
      await release(context, account, change.key);
      return refuse('LINK_EXPIRED');
    }
  }
  if (change.from !== change.key) await release(context, account, change.from);
  await notifyOldAddress(context, account, change.fromAddress, token._id);
  await markTokenUsed(context, token._id);
  return ok({ email: change.address });
}

async function claim(context: AccountsContext, account: AccountRow, key: string): Promise<Result<undefined>> {
  const id = `${account.site}:${key}`;
  const existing = await context.collections.emails.findOne({ _id: id });
  if (existing?.member === account._id) return ok(undefined);
  const claimed = await claimEmail(context, id, { member: account._id, key: undefined });
  return claimed.ok ? ok(undefined) : refuse('EMAIL_TAKEN');
}

async function moveAccount(context: AccountsContext, account: AccountRow, change: Change): Promise<boolean> {
  const moved = await context.collections.accounts.updateOne(
    {
      _id: account._id,
      email: account.email,
      emailKey: change.from,
      status: { $ne: 'deleted' },
      // The link's seal was checked under these values: a concurrent new password or activation makes the
      // write fail.
      passwordHash: account.passwordHash,
      activatedAt: account.activatedAt,
    },
    // The bounce was about the old address.
    { $set: { email: change.address, emailKey: change.key }, $pull: { notificationsDisabled: 'bounce' } },
  );
  context.accounts.drop(account._id);
  if (moved.modifiedCount === 1) await context.publisher.durable(account._id, ownChanged, {});
  return moved.modifiedCount === 1;
}

/** Releases an address of this member that the account no longer has. */
async function release(context: AccountsContext, { _id, site }: AccountRow, key: string): Promise<void> {
  const now = await context.collections.accounts.findOne({ _id });
  if (now?.emailKey !== key)
    await context.collections.emails.deleteMany({ _id: `${site}:${key}`, member: _id });
}

/** Notifies the old address, once per link. */
async function notifyOldAddress(
  context: AccountsContext,
  { _id: member, language }: AccountRow,
  to: string,
  token: string,
): Promise<void> {
  const about = { member, language, to, template: 'email-changed', secret: null } as const;
  const mail = await queueMail(context, { id: token.slice(0, 24), ...about });
  await mail.send();
}
