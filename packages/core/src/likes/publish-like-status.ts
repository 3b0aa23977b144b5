import { likeChanged } from '@heartline/contracts';
import { publishLatest } from '../publish-latest.ts';
import type { LikesContext } from './likes-context.ts';

/**
 * The state of two members on the devices of one of them. Likes of a person they cannot see do not exist
 * there.
 */
interface LikeStatus {
  given: boolean;
  received: boolean;
  isNew: boolean;
}

/**
 * Publishes the state of the two to all devices of a member, and returns true if they match
 * (`publishLatest`). With `published`, the content of an event just sent, only differences from it are published.
 * Safe to repeat.
 */
export async function publishLikeStatus(
  context: LikesContext,
  member: string,
  other: string,
  published?: Partial<LikeStatus>,
): Promise<boolean> {
  const now = await publishLatest(
    () => statusOf(context, member, other),
    (status) => context.publisher.durable(member, likeChanged, { profile: other, ...status }),
    { published, isUpToDate },
  );
  return now.given && now.received;
}

/** The current state of the two, as one of them may see it. */
export async function statusOf(
  { likes, profiles }: LikesContext,
  member: string,
  other: string,
): Promise<LikeStatus> {
  const [given, received, seen] = await Promise.all([
    likes.find(other, member),
    likes.find(member, other),
    profiles.cards(member, [other]),
  ]);
  if (!seen.has(other)) return { given: false, received: false, isNew: false };
  return { given: given !== null, received: received !== null, isNew: received?.isNew ?? false };
}

function isUpToDate(now: LikeStatus, said: Partial<LikeStatus>): boolean {
  return Object.entries(said).every(([what, is]) => now[what as keyof LikeStatus] === is);
}
