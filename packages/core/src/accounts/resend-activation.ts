import type { AccountsContext } from './accounts-context.ts';
import { readEmail } from './email-key.ts';
import { queueActivationMail } from './mail-outbox.ts';
import { takeTime } from './take-time.ts';

const RESEND_MS = 100;
/** One mail a minute is enough for anyone waiting for it, and no use to anyone who wants to annoy. */
const AGAIN_MS = 60_000;

/** Sends the activation mail again, with a new link. The answer never says whether there is such an account. */
export async function resendActivation(context: AccountsContext, email: string, site: string): Promise<void> {
  await takeTime(RESEND_MS, async () => {
    const { collections, clock } = context;
    const key = readEmail(email)?.key;
    const claim = key && (await collections.emails.findOne({ _id: `${site}:${key}` }));
    const account = claim && (await collections.accounts.findOne({ _id: claim.member }));
    if (!account || account.status !== 'not_confirmed') return;
    const recent = await collections.mails.findOne({
      member: account._id,
      createdAt: { $gt: clock.now() - AGAIN_MS },
    });
    if (recent) return;
    const mail = await queueActivationMail(context, account._id, account.language);
    await mail.send();
  });
}
