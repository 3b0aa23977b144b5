import {
  type getSwipeGame,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
} from '@heartline/contracts';
import { dayIn, type Wanting } from '@heartline/domain';
import { checkFields } from './check-fields.ts';
import { dealCards } from './deal-cards.ts';
import type { DiscoveryContext } from './discovery-context.ts';
import { swipeId } from './swipe.repository.ts';
import { networkKey } from './visitor-id.ts';

/** The player: a visitor by their signed id, and their network. */
export interface Player {
  visitor: string;
  network: string;
  site: string;
}

const CARDS = 10;

/**
 * The next cards for a visitor, without those they liked, and the number of likes left today (S4-076,
 * S9-027). Everybody who fits the filter, or who could like the visitor back if they said who they are.
 */
export async function swipeGame(
  context: DiscoveryContext,
  player: Player,
  { cursor, own_gender: gender, own_sexuality: sexuality, ...filter }: ParsedOf<typeof getSwipeGame>,
): Promise<Result<OutputOf<typeof getSwipeGame>>> {
  const searcher = { ...visitorOf(player.visitor, { gender, sexuality }), site: player.site };
  // The gender is the game's own filter, whatever the site searches by.
  const allowed = await checkFields(context, searcher, { ...filter, gender: undefined });
  if (!allowed.ok) return allowed;
  const [known, left] = await Promise.all([
    context.swipes.likedBy(player.visitor),
    likesLeft(context, player),
  ]);
  return ok({ ...(await dealCards(context, searcher, { filter, known, cursor }, CARDS)), likes_left: left });
}

/** A visitor as a searcher. Without both facts nobody can say who fits. */
export function visitorOf(
  id: string,
  { gender, sexuality }: { [Fact in keyof Wanting]: Wanting[Fact] | undefined },
) {
  return { id, member: false, own: gender && sexuality ? { gender, sexuality } : undefined };
}

/**
 * Stores a visitor's like.
 *
 * 1. Return if it is stored already.
 * 2. Take one of the visitor's slots of the day.
 * 3. Take one of the network's slots.
 * 4. Store the like.
 *
 * Each slot is one unique insert that names its like. So a retry after a crash takes the same slots again,
 * and concurrent likes never exceed the limit. If the network is full, the visitor's slot stays used: it
 * could not have been used that day.
 */
export async function swipeLike(
  context: DiscoveryContext,
  player: Player,
  profile: string,
): Promise<Result<{ likes_left: number }>> {
  const { swipes, clock } = context;
  const row = await context.profiles.profileOf(profile);
  if (row?.listed !== player.site) return refuse('NOT_FOUND');
  if (!(await swipes.find(player.visitor, profile))) {
    const at = clock.now();
    const day = await today(context, player);
    const like = swipeId(player.visitor, profile);
    for (const prefix of [day.visitor, day.network]) {
      if (!(await swipes.takeSlot(prefix, like, day.limit, at))) {
        return refuse('SWIPE_LIMIT', { values: { limit: day.limit } });
      }
    }
    const { visitor, site } = player;
    await swipes.keep({ visitor, profile, site, day: day.day, network: day.networkKey, at });
  }
  return ok({ likes_left: await likesLeft(context, player) });
}

/** Takes a visitor's like back. Its places of the day stay used, so that no race gives a fifth like. */
export async function undoSwipeLike(
  context: DiscoveryContext,
  player: Player,
  profile: string,
): Promise<{ likes_left: number }> {
  await context.swipes.remove(player.visitor, profile);
  return { likes_left: await likesLeft(context, player) };
}

/** The visitor signed up: their likes wait for the activation. */
export async function claimSwipes(context: DiscoveryContext, visitor: string, member: string): Promise<void> {
  await context.swipes.claim(visitor, member);
}

/**
 * The member is active: their likes as a visitor become likes. Safe to repeat; leaves out people who are
 * gone.
 */
export async function giveSwipedLikes(context: DiscoveryContext, member: string): Promise<void> {
  for (const { _id, profile } of await context.swipes.waiting(member)) {
    await context.likes.likeProfile(member, profile);
    await context.swipes.markGiven(_id, context.clock.now());
  }
}

async function likesLeft(context: DiscoveryContext, player: Player): Promise<number> {
  const { limit, visitor, network } = await today(context, player);
  const taken = await Promise.all([context.swipes.taken(visitor), context.swipes.taken(network)]);
  return Math.max(0, limit - Math.max(...taken));
}

/** The counters of today's likes, in the site's time zone. */
async function today(context: DiscoveryContext, { visitor, network, site }: Player) {
  const { settings } = await context.site.settingsOf(site);
  const day = dayIn(settings.time_zone, context.clock.now());
  const key = networkKey(network, context.config.mediaSecret);
  return {
    day,
    networkKey: key,
    limit: settings.swipe_likes,
    visitor: `${day}:v:${visitor}`,
    network: `${day}:n:${key}`,
  };
}
