import { ownChanged } from '@heartline/contracts';
import type { ProfilesContext } from './profiles-context.ts';

/**
 * After a change of a member's own profile: clears its cache entry, and publishes the change to all their
 * devices.
 */
export async function publishOwnChanged(
  { profiles, publisher }: ProfilesContext,
  member: string,
): Promise<void> {
  profiles.drop(member);
  await publisher.durable(member, ownChanged, {});
}
