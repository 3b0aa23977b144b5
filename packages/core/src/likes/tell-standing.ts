import { likeChanged } from '@heartline/contracts';
import { tellLast } from '../tell-last.ts';
import type { LikesContext } from './likes-context.ts';

/** How two members stand, as the devices of one of them show it: no like is there of who is not seen. */
interface Standing {
  given: boolean;
  received: boolean;
  isNew: boolean;
}

/**
 * Tells all devices of a member how the two stand, and answers whether they match (`tellLast`; whoever changes it tells as
 * well). With `told`, which another event has just said, only what is otherwise by now is told. Safe to repeat.
 */
export async function tellStanding(
  context: LikesContext,
  member: string,
  other: string,
  told?: Partial<Standing>,
): Promise<boolean> {
  const now = await tellLast(
    () => standingOf(context, member, other),
    (standing) => context.publisher.durable(member, likeChanged, { profile: other, ...standing }),
    { told, isSaid },
  );
  return now.given && now.received;
}

async function standingOf(
  { likes, profiles }: LikesContext,
  member: string,
  other: string,
): Promise<Standing> {
  const [given, received, seen] = await Promise.all([
    likes.find(other, member),
    likes.find(member, other),
    profiles.cards(member, [other]),
  ]);
  if (!seen.has(other)) return { given: false, received: false, isNew: false };
  return { given: given !== null, received: received !== null, isNew: received?.isNew ?? false };
}

function isSaid(now: Standing, said: Partial<Standing>): boolean {
  return Object.entries(said).every(([what, is]) => now[what as keyof Standing] === is);
}
