import { type checkSignUp, ok, type ParsedOf, type Result, refuse } from '@heartline/contracts';
import { fieldsOrRefusal, isSignUpOpen, readTracking } from '@heartline/domain';
import type { AccountsContext } from './accounts-context.ts';
import { readName } from './check-sign-up.ts';
import { emailRefused } from './claim-email.ts';
import { readEmail } from './email-key.ts';
import type { SignUpFrom } from './sign-up.ts';
import { takeTime } from './take-time.ts';

const CHECK_MS = 150;

/**
 * Checks the address or the name early, as a sign-up would. Reserves nothing. Known and new addresses take
 * the same time (product decisions, 8).
 */
export async function checkNewcomer(
  context: AccountsContext,
  { key, email: typed, name }: ParsedOf<typeof checkSignUp>,
  { site, network }: Pick<SignUpFrom, 'site' | 'network'>,
): Promise<Result<{ ok: true }>> {
  if (!isSignUpOpen(site.settings.signups, readTracking(network))) return refuse('SIGNUP_CLOSED');
  const email = readEmail(typed);
  const named = name === undefined ? undefined : readName({ name, email: typed }, site.settings);
  const fields = fieldsOrRefusal({
    email: email ? undefined : 'EMAIL_INVALID',
    name: named && 'error' in named ? named.error : undefined,
  });
  if (!fields.ok || !email) return fields.ok ? refuse('VALIDATION_FAILED') : fields;
  return takeTime(CHECK_MS, async () => {
    const refused = await emailRefused(context, `${site.site}:${email.key}`, key);
    return refused ? refuse(refused) : ok({ ok: true });
  });
}
