import type { Refusal } from '@heartline/contracts';
import type { MessagingContext } from './messaging-context.ts';

/** Why the member can’t reach the other one, when a block stands between them; nothing when none does. */
export async function closedTo(
  context: Pick<MessagingContext, 'safety' | 'profiles'>,
  member: string,
  other: string,
): Promise<Refusal | undefined> {
  const relation = await context.safety.relation(member, other);
  if (relation === 'open') return undefined;
  const name = (await context.profiles.statusOf(other))?.name ?? '';
  return { code: relation === 'blocks' ? 'BLOCKED_BY_YOU' : 'BLOCKED_BY', values: { name } };
}
