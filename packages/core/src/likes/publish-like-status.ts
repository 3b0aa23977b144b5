import { likeChanged } from '@heartline/contracts';
import { publishLatest } from '../publish-latest.ts';
import type { LikesContext } from './likes-context.ts';

/** How two members stand, as the devices of one of them show it: no like is there of who is not seen. */
interface LikeStatus {
  given: boolean;
  received: boolean;
  isNew: boolean;
}

/**
 * Tells all devices of a member how the two stand, and answers whether they match (`publishLatest`; whoever changes it tells as
 * well). With `told`, which another event has just said, only what is otherwise by now is told. Safe to repeat.
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
    { published, isSaid },
  );
  return now.given && now.received;
}

async function statusOf(
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

function isSaid(now: LikeStatus, said: Partial<LikeStatus>): boolean {
  return Object.entries(said).every(([what, is]) => now[what as keyof LikeStatus] === is);
}
