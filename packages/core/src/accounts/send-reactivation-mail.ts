import { CONSTANTS, refuse } from '@heartline/contracts';
import { hashSecret } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { queueMail } from './mail-outbox.ts';
import { takeMailTurn } from './mail-turn.ts';
import { issueToken, linkSeals } from './one-time-token.ts';
import { hasWayBack } from './way-back.ts';

/**
 * Mails the reactivation link of a deleted account, at most one a minute; each works until the last day.
 * Returns the refusal with the seconds until the next mail. Undefined if the 14 days are over or an operator
 * closed the account.
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

/** Sends the first reactivation mail of a deletion, once, however often the deletion is repeated. */
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
