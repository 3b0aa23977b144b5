import type { LinkKind } from '@heartline/contracts';
import { hashSecret } from '@heartline/platform';
import type { TokenRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { hasItsSeal } from './one-time-token.ts';
import { isSignedInAs, isUnproven } from './prove-owner.ts';
import type { Device } from './start-session.ts';

/**
 * The kind of a one-time link, so that `/{token}` opens the right page. Also says whether this browser must
 * enter a password. Does not use the link up; undefined for an unknown secret.
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
