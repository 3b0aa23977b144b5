import { likeChanged } from '@heartline/contracts';
import type { LikesContext } from './likes-context.ts';

/** How two members stand, as the devices of one of them show it: no like is there of who is not seen. */
interface Standing {
  given: boolean;
  received: boolean;
  isNew: boolean;
}

/** Rounds of telling: each one more is due to a like that came, went or was looked at meanwhile. */
const MAX_ROUNDS = 20;

/**
 * Tells all devices of a member how the two stand, and answers whether they match: read, told, and read again, as
 * `tellLast` does it. Whoever changes it tells as well, so of several at once the later reading tells last, and
 * the last word is how it stands. With `told`, which another event has just said, only what is otherwise by now is told.
 * Safe to repeat.
 */
export async function tellStanding(
  context: LikesContext,
  member: string,
  other: string,
  told?: Partial<Standing>,
): Promise<boolean> {
  let said = told;
  for (let round = 1; ; round += 1) {
    const now = await standingOf(context, member, other);
    if (round > MAX_ROUNDS || (said && isSaid(now, said))) return now.given && now.received;
    await context.publisher.durable(member, likeChanged, { profile: other, ...now });
    said = now;
  }
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
