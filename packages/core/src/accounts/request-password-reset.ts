import { CONSTANTS, ok, type Result, refuse } from '@heartline/contracts';
import { findAccount } from './account-by-email.ts';
import type { AccountsContext } from './accounts-context.ts';
import { queueMail } from './mail-outbox.ts';
import { takeMailTurn } from './mail-turn.ts';
import { issueToken, linkSeals } from './one-time-token.ts';
import { sendReactivationMail } from './send-reactivation-mail.ts';
import { takeTime } from './take-time.ts';

const RESET_MS = 250;
const LINK_MS = CONSTANTS.resetTokenMinutes * 60_000;

/**
 * Mails a link to set a new password, at most one a minute; a deleted account gets its reactivation link
 * instead. All links sent work until one was used. Known and unknown addresses take the same time; the answer
 * for unknown ones is the specified text (S8-007).
 */
export function requestPasswordReset(
  context: AccountsContext,
  email: string,
  site: string,
): Promise<Result<{ ok: true }>> {
  return takeTime(RESET_MS, async () => {
    const account = await findAccount(context, site, email);
    if (!account) return refuse('EMAIL_NOT_FOUND');
    if (account.status === 'deleted') {
      return (await sendReactivationMail(context, account)) ?? refuse('EMAIL_NOT_FOUND');
    }
    const { _id: member, language } = account;
    const turn = await takeMailTurn(context, { template: 'password-reset', of: member });
    if (!turn.ok) return turn;
    const secret = await issueToken(context, {
      kind: 'reset',
      member,
      expiresAt: context.clock.now() + LINK_MS,
      seal: linkSeals.reset(account),
    });
    const mail = await queueMail(context, { member, template: 'password-reset', language, secret });
    await mail.send();
    return ok({ ok: true });
  });
}
