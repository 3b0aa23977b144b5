import type { Refusal } from '@heartline/contracts';
import type { MessagingContext } from './messaging-context.ts';

/** The refusal if a block is between the member and the other one; undefined otherwise. */
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
