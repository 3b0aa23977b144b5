import { ownChanged } from '@heartline/contracts';
import type { ProfilesContext } from './profiles-context.ts';

/** After a change of a member's own profile: nobody here remembers it as it was, and all their devices show it. */
export async function publishOwnChanged(
  { profiles, publisher }: ProfilesContext,
  member: string,
): Promise<void> {
  profiles.drop(member);
  await publisher.durable(member, ownChanged, {});
}
