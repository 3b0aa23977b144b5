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

/** Origin of a sign-up: the site, the tracking cookie, and the browser. */
export interface SignUpFrom {
  site: SiteOfHost;
  network: string | undefined;
  device: Device;
}

/**
 * Creates an unconfirmed account, signs it in and sends the activation mail.
 *
 * 1. Claim the e-mail address.
 * 2. Write profile, token and mail.
 * 3. Write the account, which decides.
 * 4. Enqueue the job and start the session.
 *
 * - A crash before step 3 leaves a claim and a mail that is never sent. The same sign-up continues with the
 *   claim at once; another one takes it over after a minute.
 * - A crash after step 3 leaves an unsent mail to the sweep.
 * - A repeat with the same key and password gets the first answer and its own session.
 * - Known and new addresses take the same time (product decisions, 8).
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
      // The key alone is no proof: only the browser with this password may repeat this sign-up.
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
