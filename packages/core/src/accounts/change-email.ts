import { CONSTANTS, ok, type Result, refuse } from '@heartline/contracts';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { confirmPassword } from './confirm-password.ts';
import { type Email, readEmail } from './email-key.ts';
import { queueMail } from './mail-outbox.ts';
import { takeMailTurn } from './mail-turn.ts';
import { isSound, issueToken, linkSeals } from './one-time-token.ts';
import { takeTime } from './take-time.ts';

const CHANGE_MS = 250;
const LINK_MS = CONSTANTS.emailChangeHours * 3_600_000;

/**
 * Mails a link to the new address, at most one a minute. Tags, case and ignored dots do not make another
 * address. Nothing changes until the member confirms it there (S2-042, S5-016, S5-017).
 */
export async function changeEmail(
  context: AccountsContext,
  member: string,
  input: { email: string; password: string },
): Promise<Result<{ email: string }>> {
  const email = readEmail(input.email);
  if (!email) return refuse('NEW_EMAIL_INVALID');
  return takeTime(CHANGE_MS, async () => {
    const confirmed = await confirmPassword(context, member, input.password, 'PASSWORD_WRONG');
    if (!confirmed.ok) return confirmed;
    const account = confirmed.value;
    if (account.email === email.address) return refuse('EMAIL_TAKEN');
    const claim = await context.collections.emails.findOne({ _id: `${account.site}:${email.key}` });
    if (claim && claim.member !== member) return refuse('EMAIL_TAKEN');
    const turn = await takeMailTurn(context, {
      template: 'email-change',
      of: `${member} ${email.key}`,
    });
    if (!turn.ok) return turn;
    await mailLink(context, account, email);
    return ok({ email: email.address });
  });
}

/** The unconfirmed new address: the one of the newest link that still works. */
export async function getEmailChange(context: AccountsContext, member: string): Promise<string | null> {
  const { accounts, tokens } = context.collections;
  const account = await accounts.findOne({ _id: member });
  if (!account) return null;
  const waiting = await tokens
    .find({ member, kind: 'email', usedAt: null, expiresAt: { $gt: context.clock.now() } })
    .toArray();
  const [newest] = waiting
    .filter((link) => isSound(link, account) && link.change?.address !== account.email)
    .sort((a, b) => b.expiresAt - a.expiresAt);
  return newest?.change?.address ?? null;
}

async function mailLink(context: AccountsContext, account: AccountRow, email: Email): Promise<void> {
  const { _id: member, language } = account;
  const about = { member, template: 'email-change', to: email.address } as const;
  const secret = await issueToken(context, {
    kind: 'email',
    member,
    expiresAt: context.clock.now() + LINK_MS,
    seal: linkSeals.email(account),
    change: { from: account.emailKey, fromAddress: account.email, ...email },
  });
  const mail = await queueMail(context, { ...about, language, secret });
  await mail.send();
}
