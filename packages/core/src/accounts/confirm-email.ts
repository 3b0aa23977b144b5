import { ok, ownChanged, type Result, refuse } from '@heartline/contracts';
import type { AccountRow, TokenRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { claimEmail } from './claim-email.ts';
import { queueMail } from './mail-outbox.ts';
import { findLink, hasItsSeal, markTokenUsed } from './one-time-token.ts';

type Change = NonNullable<TokenRow['change']>;

/**
 * Makes a confirmed address the member's own:
 *
 *   link sound? → claim the new address (unique insert) → account (conditional on the old one) → old claim freed,
 *   old address told → link used
 *
 * A crash before the account leaves a claim that the same link finds as its own; one after it leaves the old claim,
 * which the same link frees. Two links to two addresses: one wins, the other gives its claim back. Asked again while the
 * address stands, since the answer was lost, it tidies up and answers the same.
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
      // Under which the link's seal was looked at: a new password or an activation of this moment ends it.
      passwordHash: account.passwordHash,
      activatedAt: account.activatedAt,
    },
    // That mail came back was about the old address.
    { $set: { email: change.address, emailKey: change.key }, $pull: { notificationsDisabled: 'bounce' } },
  );
  context.accounts.drop(account._id);
  if (moved.modifiedCount === 1) await context.publisher.durable(account._id, ownChanged, {});
  return moved.modifiedCount === 1;
}

/** Frees an address of this member that is not the account's by now. */
async function release(context: AccountsContext, { _id, site }: AccountRow, key: string): Promise<void> {
  const now = await context.collections.accounts.findOne({ _id });
  if (now?.emailKey !== key)
    await context.collections.emails.deleteMany({ _id: `${site}:${key}`, member: _id });
}

/** The old address hears of it, once for each link. */
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
