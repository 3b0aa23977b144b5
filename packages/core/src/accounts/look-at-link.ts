import type { LinkKind } from '@heartline/contracts';
import { hashSecret } from '@heartline/platform';
import type { TokenRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { hasItsSeal } from './one-time-token.ts';
import { isSignedInAs, isUnproven } from './prove-owner.ts';
import type { Device } from './start-session.ts';

/**
 * What a one-time link is for, so that `/{token}` knows which page to open, and whether it asks this browser for a
 * password, so that its page shows the field at once. Uses nothing up; undefined for a secret that is none.
 */
export async function lookAtLink(
  context: AccountsContext,
  secret: string,
  device: Device,
): Promise<{ kind: LinkKind; asksPassword: boolean } | undefined> {
  const link = await context.collections.tokens.findOne({ _id: hashSecret(secret) });
  return link ? { kind: link.kind, asksPassword: await asksPassword(context, link, device) } : undefined;
}

async function asksPassword(context: AccountsContext, link: TokenRow, device: Device): Promise<boolean> {
  const { collections, clock } = context;
  const isOpen = link.usedAt === null && link.expiresAt > clock.now();
  if (!isOpen || (link.kind !== 'activation' && link.kind !== 'reactivation')) return false;
  const account = await collections.accounts.findOne({ _id: link.member });
  if (!account || !isUnproven(account) || !hasItsSeal(link, account)) return false;
  return !(await isSignedInAs(context, account._id, device));
}
