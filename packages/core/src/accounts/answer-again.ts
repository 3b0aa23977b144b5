import { ok, type Result, refuse } from '@heartline/contracts';
import type { TokenRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { authenticateSession } from './authenticate-session.ts';
import { type Device, type Secrets, startSession } from './start-session.ts';

/**
 * The same answer for a link that signs in and is pressed again, as its answer was lost, in a browser that is signed in as
 * its member: what it is for is done. To everybody else it is `dead`.
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
  // As it stands: this node may remember it as it was before the link.
  const account = await context.collections.accounts.findOne({ _id: caller.member, status: 'active' });
  if (!account) return refuse(dead);
  const { _id: member, site, era } = account;
  return ok({ member, secrets: await startSession(context, { member, site, era }, device) });
}
