import type { SendInput } from '@heartline/contracts';
import type { MessagingContext } from './messaging-context.ts';

/** True if the member has confirmed what fictional means, on any device and for any profile. */
export async function hasConfirmedFictional(
  { accounts }: Pick<MessagingContext, 'accounts'>,
  member: string,
): Promise<boolean> {
  const account = await accounts.accountOf(member);
  return account?.fictionalConfirmedAt != null;
}

/** True if the sender has confirmed it, with this send or before; looked up only if needed. */
export async function confirmFictional(
  context: Pick<MessagingContext, 'accounts'>,
  member: string,
  input: SendInput,
  isAsked: boolean,
): Promise<boolean> {
  if (!isAsked) return false;
  if (!input.fictionalConfirmed) return hasConfirmedFictional(context, member);
  await context.accounts.confirmFictional(member);
  return true;
}
