import { ok, type Result, refuse } from '@heartline/contracts';
import { isSignUpOpen, readTracking } from '@heartline/domain';
import type { SiteOfHost } from '../site/index.ts';
import type { AccountsContext } from './accounts-context.ts';
import { checkSignUp, type SignUpInput } from './check-sign-up.ts';
import { claimEmail } from './claim-email.ts';
import { createMember } from './create-member.ts';
import { type Device, type Secrets, startSession } from './start-session.ts';
import { takeTime } from './take-time.ts';

const SIGN_UP_MS = 250;

/** From where somebody signs up: the site, the cookie that says what led there, and the browser. */
export interface SignUpFrom {
  site: SiteOfHost;
  network: string | undefined;
  device: Device;
}

/**
 * Creates an account, not confirmed yet, signs it in as such and sends the activation mail.
 *
 *   claim the e-mail → profile → token and mail → account → job, session
 *
 * The account row is what counts: a crash before it leaves a claim that the same sign-up goes on with at once and any
 * other takes over after a minute, and a mail that is never sent because nobody is behind it. A crash after it leaves
 * an unsent mail to the sweeper. A repeat under the same key and password gets the first answer, and a session of its
 * own. Known and new addresses take the same time (product decisions, 8).
 */
export async function signUp(
  context: AccountsContext,
  input: SignUpInput,
  from: SignUpFrom,
): Promise<Result<{ email: string; member: string; secrets: Secrets }>> {
  const { site } = from;
  const tracking = readTracking(from.network);
  if (!isSignUpOpen(site.settings.signups, tracking)) return refuse('SIGNUP_CLOSED');
  const checked = checkSignUp(input, site, context.clock.now());
  if (!checked.ok) return checked;
  const { email, name } = checked.value;
  return takeTime(SIGN_UP_MS, async () => {
    const passwordHash = await context.passwords.hash(input.password);
    const claimed = await claimEmail(context, `${site.site}:${email.key}`, {
      member: context.ids.documentId(),
      key: input.key,
    });
    if (!claimed.ok) return claimed;
    const { member, account } = claimed.value;
    if (account) {
      // The key alone opens nothing: only the browser that typed this password tries this sign-up again.
      const isSame =
        account.status === 'not_confirmed' &&
        (await context.passwords.verify(account.passwordHash, input.password));
      if (!isSame) return refuse('EMAIL_TAKEN');
    } else {
      await createMember(context, { member, site, email, name, passwordHash, input, tracking });
    }
    const secrets = await startSession(context, { member, site: site.site }, from.device);
    return ok({ email: email.address, member, secrets });
  });
}
