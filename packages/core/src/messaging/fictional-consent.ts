import type { SendInput } from '@heartline/contracts';
import type { MessagingContext } from './messaging-context.ts';

/** Whether the member has confirmed what fictional means, on any device and before a message to anybody. */
export async function hasConfirmedFictional(
  { accounts }: Pick<MessagingContext, 'accounts'>,
  member: string,
): Promise<boolean> {
  const account = await accounts.accountOf(member);
  return account?.fictionalConfirmedAt != null;
}

/** Whether the sender has confirmed it, now or before; looked up only where it matters. */
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
