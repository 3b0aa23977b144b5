import { hashSecret } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { mailedWithin, queueMail } from './mail-outbox.ts';
import { issueToken, linkSeals } from './one-time-token.ts';
import { hasWayBack } from './way-back.ts';

const AGAIN_MS = 60_000;

/**
 * Mails the link that brings a deleted account back, at most one a minute; each works until the last day. Answers
 * whether there is a way back: none once the days are over, though the account may wait some minutes for the sweep, nor
 * where an operator closed it.
 */
export async function sendReactivationMail(context: AccountsContext, account: AccountRow): Promise<boolean> {
  const { _id: member, deletion } = account;
  if (!hasWayBack(deletion) || deletion.eraseAt <= context.clock.now()) return false;
  if (!(await mailedWithin(context, { member, template: 'account-deleted' }, AGAIN_MS)))
    await queueReactivationMail(context, account, context.ids.documentId());
  return true;
}

/** The first of them, with the deletion itself: once, however often the deletion is gone through. */
export async function sendFirstReactivationMail(
  context: AccountsContext,
  account: AccountRow,
): Promise<void> {
  const id = hashSecret(`deletion ${account._id} ${account.deletion?.at}`).slice(0, 24);
  if (await context.collections.mails.findOne({ _id: id })) return;
  await queueReactivationMail(context, account, id);
}

async function queueReactivationMail(
  context: AccountsContext,
  account: AccountRow,
  id: string,
): Promise<void> {
  const { _id: member, deletion, language } = account;
  if (!hasWayBack(deletion)) return;
  const secret = await issueToken(context, {
    kind: 'reactivation',
    member,
    expiresAt: deletion.eraseAt,
    seal: linkSeals.reactivation(account),
  });
  const mail = await queueMail(context, { id, member, template: 'account-deleted', language, secret });
  await mail.send();
}
