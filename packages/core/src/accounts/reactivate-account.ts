import { ok, type Result, refuse } from '@heartline/contracts';
import type { AccountsContext } from './accounts-context.ts';
import { confirmAddress } from './activate-account.ts';
import { answerAgain } from './answer-again.ts';
import { settleDeletion } from './delete-account.ts';
import { findLink, hasItsSeal, markTokenUsed } from './one-time-token.ts';
import { type Device, type Secrets, startSession } from './start-session.ts';

/**
 * Brings a deleted account back with the mailed link of this deletion, up to the last moment of the 14 days, and signs
 * in. One conditional write decides between this and the erasure; the deletion row is unsettled before it, so a crash
 * after it leaves the rest to the sweep (S4-003 to S4-005). One that an operator closed meanwhile stays where it is. Who
 * never confirmed has done so now: this link came by mail too.
 */
export async function reactivateAccount(
  context: AccountsContext,
  secret: string,
  device: Device,
): Promise<Result<{ member: string; secrets: Secrets }>> {
  const { collections, clock } = context;
  const token = await findLink(context, 'reactivation', secret);
  const account = token && (await collections.accounts.findOne({ _id: token.member, status: 'deleted' }));
  if (!token || !account?.deletion) return answerAgain(context, token, device, 'LINK_EXPIRED');
  if (token.usedAt !== null || !hasItsSeal(token, account)) return refuse('LINK_EXPIRED');
  const { _id: member } = account;
  const { statusBefore, at } = account.deletion;
  if (statusBefore === 'disabled') return refuse('ACCOUNT_DISABLED');
  const confirms = statusBefore === 'not_confirmed' && (await confirmAddress(context, account));
  const activated = confirms && { status: 'active' as const, activatedAt: clock.now() };
  await collections.deletions.updateOne({ _id: member }, { $set: { settledAt: null } });
  const back = await collections.accounts.updateOne(
    {
      _id: member,
      status: 'deleted',
      'deletion.at': at,
      'deletion.statusBefore': statusBefore,
      'deletion.erasingAt': null,
      'deletion.eraseAt': { $gt: clock.now() },
    },
    { $set: { status: statusBefore, ...activated, deletion: null } },
  );
  if (back.modifiedCount !== 1) return refuse('LINK_EXPIRED');
  await settleDeletion(context, member);
  await markTokenUsed(context, token._id);
  const { era, site } = account;
  return ok({ member, secrets: await startSession(context, { member, site, era }, device) });
}
