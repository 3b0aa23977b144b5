import { ok, type Result } from '@heartline/contracts';
import type { AccountsContext } from './accounts-context.ts';
import { readEmail } from './email-key.ts';
import { queueActivationMail } from './mail-outbox.ts';
import { activationTurn, takeMailTurn } from './mail-turn.ts';
import { takeTime } from './take-time.ts';

const RESEND_MS = 100;

/**
 * Sends the activation mail again with a new link, at most one a minute, counted from the sign-up. The answer
 * never reveals whether the account exists: the limit applies to every requested address.
 */
export function resendActivation(
  context: AccountsContext,
  email: string,
  site: string,
): Promise<Result<{ ok: true }>> {
  return takeTime(RESEND_MS, async () => {
    const { collections } = context;
    const key = readEmail(email)?.key;
    if (key === undefined) return ok({ ok: true });
    const turn = await takeMailTurn(context, activationTurn(site, key));
    if (!turn.ok) return turn;
    const claim = await collections.emails.findOne({ _id: `${site}:${key}` });
    const account = claim && (await collections.accounts.findOne({ _id: claim.member }));
    if (account?.status === 'not_confirmed') {
      const mail = await queueActivationMail(context, account, account.language);
      await mail.send();
    }
    return ok({ ok: true });
  });
}
