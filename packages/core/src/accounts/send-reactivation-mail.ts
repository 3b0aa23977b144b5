import { CONSTANTS, refuse } from '@heartline/contracts';
import { hashSecret } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { queueMail } from './mail-outbox.ts';
import { takeMailTurn } from './mail-turn.ts';
import { issueToken, linkSeals } from './one-time-token.ts';
import { hasWayBack } from './way-back.ts';

/**
 * Mails the link that brings a deleted account back, at most one a minute; each works until the last day. Answers the
 * refusal that says so, with the seconds until another can be had. Undefined where there is no way back: the days are
 * over, though the account may wait some minutes for the sweep, or an operator closed it.
 */
export async function sendReactivationMail(
  context: AccountsContext,
  account: AccountRow,
): Promise<ReturnType<typeof refuse> | undefined> {
  const { deletion } = account;
  if (!hasWayBack(deletion) || deletion.eraseAt <= context.clock.now()) return undefined;
  const turn = await takeMailTurn(context, turnOf(account));
  if (turn.ok) await queueReactivationMail(context, account, context.ids.documentId());
  const seconds = turn.ok ? CONSTANTS.mailPauseSeconds : turn.refusal.values?.['seconds'];
  return refuse('EMAIL_PENDING_DELETION', { values: { seconds: seconds ?? 0 } });
}

/** The first of them, with the deletion itself: once, however often the deletion is gone through. */
export async function sendFirstReactivationMail(
  context: AccountsContext,
  account: AccountRow,
): Promise<void> {
  const id = hashSecret(`deletion ${account._id} ${account.deletion?.at}`).slice(0, 24);
  if (await context.collections.mails.findOne({ _id: id })) return;
  await takeMailTurn(context, turnOf(account));
  await queueReactivationMail(context, account, id);
}

const turnOf = ({ _id: of }: AccountRow) => ({ template: 'account-deleted', of }) as const;

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
