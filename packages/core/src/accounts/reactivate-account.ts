import { ok, type Result, refuse } from '@heartline/contracts';
import type { AccountsContext } from './accounts-context.ts';
import { confirmAddress } from './activate-account.ts';
import { answerAgain } from './answer-again.ts';
import { settleDeletion } from './delete-account.ts';
import { findLink, hasItsSeal, markTokenUsed } from './one-time-token.ts';
import { endBefore, isUnproven, type OwnerInput, proveOwner } from './prove-owner.ts';
import { type Device, type Secrets, startSession } from './start-session.ts';

/**
 * Reactivates a deleted account with the mailed link of this deletion, until the end of the 14 days, and
 * signs in (S4-003 to S4-005).
 *
 * - One conditional write decides between this and the erasure.
 * - The deletion row is unsettled before that write, so after a crash the sweep does the rest.
 * - An account that an operator closed meanwhile stays closed.
 * - A member who never confirmed the address does so now: this link came by mail too and proves the owner
 *   (`proveOwner`).
 */
export async function reactivateAccount(
  context: AccountsContext,
  input: OwnerInput,
  device: Device,
): Promise<Result<{ member: string; secrets: Secrets }>> {
  const { collections, clock } = context;
  const token = await findLink(context, 'reactivation', input.token);
  const account = token && (await collections.accounts.findOne({ _id: token.member, status: 'deleted' }));
  if (!token || !account?.deletion) return answerAgain(context, token, device, 'LINK_EXPIRED');
  if (token.usedAt !== null || !hasItsSeal(token, account)) return refuse('LINK_EXPIRED');
  const { _id: member } = account;
  const { statusBefore, at } = account.deletion;
  if (statusBefore === 'disabled') return refuse('ACCOUNT_DISABLED');
  const owner = await proveOwner(context, account, token, input, device);
  if (!owner.ok) return owner;
  const { where, set, besides } = owner.value;
  const confirms = isUnproven(account) && (await confirmAddress(context, account));
  const activated = confirms && { status: 'active' as const, activatedAt: clock.now() };
  await collections.deletions.updateOne({ _id: member }, { $set: { settledAt: null } });
  const back = await collections.accounts.findOneAndUpdate(
    {
      _id: member,
      status: 'deleted',
      ...where,
      'deletion.at': at,
      'deletion.statusBefore': statusBefore,
      'deletion.erasingAt': null,
      'deletion.eraseAt': { $gt: clock.now() },
    },
    { $set: { ...set, status: statusBefore, ...activated, deletion: null }, ...besides },
    { returnDocument: 'after' },
  );
  if (!back) return refuse('LINK_EXPIRED');
  await settleDeletion(context, member);
  await endBefore(context, owner.value, back);
  await markTokenUsed(context, token._id);
  const { era, site } = back;
  return ok({ member, secrets: await startSession(context, { member, site, era }, device) });
}
