import { ok, type Result, refuse } from '@heartline/contracts';
import type { TokenRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { authenticateSession } from './authenticate-session.ts';
import { type Device, type Secrets, startSession } from './start-session.ts';

/**
 * Repeats the answer of a link that already signed in, because the first answer may be lost. Only a browser
 * signed in as that member gets it; all others get `dead`.
 */
export async function answerAgain(
  context: AccountsContext,
  token: TokenRow | null | undefined,
  device: Device,
  dead: 'ACTIVATION_FAILED' | 'LINK_EXPIRED',
): Promise<Result<{ member: string; secrets: Secrets }>> {
  const caller =
    device.replaces === undefined ? undefined : await authenticateSession(context, device.replaces);
  if (!caller || caller.member !== token?.member) return refuse(dead);
  // Bypasses the cache: this node may hold the account from before the link was used.
  const account = await context.collections.accounts.findOne({ _id: caller.member, status: 'active' });
  if (!account) return refuse(dead);
  const { _id: member, site, era } = account;
  return ok({ member, secrets: await startSession(context, { member, site, era }, device) });
}
