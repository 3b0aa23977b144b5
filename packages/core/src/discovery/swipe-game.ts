import {
  type getSwipeGame,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
} from '@heartline/contracts';
import { dayIn, dayOf } from '@heartline/domain';
import type { DiscoveryContext } from './discovery-context.ts';
import { searchIndexFilter } from './profile-filter.ts';
import { scanSearchIndex } from './scan-search-index.ts';
import { cardsFor } from './search-members.ts';
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
 * S9-027).
 */
export async function swipeGame(
  context: DiscoveryContext,
  player: Player,
  { cursor, gender, fictional }: ParsedOf<typeof getSwipeGame>,
): Promise<OutputOf<typeof getSwipeGame>> {
  const now = context.clock.now();
  const searcher = { id: player.visitor, site: player.site, member: false };
  const [searchIndex, { settings }, liked, left] = await Promise.all([
    context.searchIndexes.searchIndexOf(player.site),
    context.site.settingsOf(player.site),
    context.swipes.likedBy(player.visitor),
    likesLeft(context, player),
  ]);
  const hidden = new Set(liked);
  const scanner = { id: player.visitor, now, cursor, isHidden: (id: string) => hidden.has(id) };
  const filter = searchIndexFilter({ gender, fictional }, dayOf(now), settings.min_age);
  const { ids, nextCursor } = scanSearchIndex(searchIndex, filter, scanner, CARDS);
  const cards = await cardsFor(context, searcher, ids);
  return { results: ids.flatMap((id) => cards.get(id) ?? []), nextCursor, likes_left: left };
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
