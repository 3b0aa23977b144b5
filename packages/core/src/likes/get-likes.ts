import type { getLikes as getLikesCall, OutputOf, ProfileCard } from '@heartline/contracts';
import { likeNews } from '@heartline/domain';
import {
  aboutOf,
  LISTED_LIKES,
  type LikeEntry,
  type LikeRow,
  likeId,
  READ_LIKES,
} from './like.repository.ts';
import type { LikesContext } from './likes-context.ts';

/**
 * Received likes, given likes and matches, newest first; each of the newest 500 has a card in `profiles`.
 *
 * - Of the received likes only these are listed; given likes and matches are complete, because every heart
 *   needs them.
 * - Likes of people who are gone are left out everywhere, so the badge and the lists agree.
 * - `more` says that there are older ones than those with a card.
 */
export async function getLikes(
  context: LikesContext,
  member: string,
): Promise<OutputOf<typeof getLikesCall>> {
  const { likes, profiles, publisher } = context;
  // The version is read before the rows: changes in between are fetched twice, but never missed.
  const version = await publisher.versionOf(member);
  const [received, all] = await Promise.all([likes.received(member), likes.given(member)]);
  const newest = newestFirst(received);
  const cards = await profiles.cards(member, [...newest.map(({ from }) => from), ...all.map(({ to }) => to)]);
  const shown = newest.filter(({ from }) => cards.has(from));
  const given = all
    .filter(({ to }) => cards.has(to))
    .map((row) => ({ id: row.to, at: row.at, ...aboutOf(row) }));
  // If all received likes were read, no lookup is needed.
  const isWhole = received.length < READ_LIKES;
  const back = isWhole ? sinceWhen(received) : await likedBack(context, member, given);
  const matches = await withUnwritten(
    context,
    member,
    matchesAmong(given, back),
    isWhole ? received : undefined,
  );
  const liked_by = shown.map((row) => ({ id: row.from, like_new: row.isNew, at: row.at, ...aboutOf(row) }));
  const listed = [liked_by, given, matches].flatMap((list) => list.slice(0, LISTED_LIKES));
  return {
    profiles: [...new Set(listed.map(({ id }) => id))].flatMap((id) => cards.get(id) ?? []),
    liked_by,
    given,
    matches,
    ...((received.length > LISTED_LIKES || all.length > LISTED_LIKES) && { more: true }),
    version,
  };
}

/** Of so many of the newest matches it is said that they are new: more than the row of new matches shows. */
const NEWEST_MATCHES = 60;

/** The matches; those the member neither wrote with nor hid are marked. `received`: all likes of the member, if read. */
async function withUnwritten(
  { likes, knownTo }: LikesContext,
  member: string,
  matches: readonly LikeEntry[],
  received?: readonly LikeRow[],
): Promise<OutputOf<typeof getLikesCall>['matches']> {
  const newest = matches.slice(0, NEWEST_MATCHES).map(({ id }) => id);
  if (newest.length === 0) return [];
  const [written, rows] = await Promise.all([
    knownTo(member, newest),
    received ?? likes.existing(newest.map((id) => likeId(member, id))),
  ]);
  const isHidden = new Set(rows.flatMap(({ from, hiddenAt }) => (hiddenAt === undefined ? [] : [from])));
  const unwritten = new Set(newest.filter((id) => !written.has(id) && !isHidden.has(id)));
  return matches.map((match) => (unwritten.has(match.id) ? { ...match, unwritten: true } : match));
}

/** The order of every list of likes: newest first; ties have a fixed order. */
export function byNewest(a: LikeEntry, b: LikeEntry): number {
  return b.at - a.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/**
 * Those the member likes who like them back, newest first. A match is a pair of existing likes, with the time
 * of the later one.
 */
export function matchesAmong(given: readonly LikeEntry[], back: ReadonlyMap<string, number>): LikeEntry[] {
  return given
    .flatMap(({ id, at }) => {
      const other = back.get(id);
      return other === undefined ? [] : [{ id, at: Math.max(other, at) }];
    })
    .sort(byNewest);
}

/** When each of these people liked the member, in Unix ms, if they do. */
export async function likedBack(
  { likes }: LikesContext,
  member: string,
  given: readonly LikeEntry[],
): Promise<Map<string, number>> {
  return sinceWhen(await likes.existing(given.map(({ id }) => likeId(member, id))));
}

const sinceWhen = (received: readonly LikeRow[]) => new Map(received.map(({ from, at }) => [from, at]));

/** A person whose like is new, and its time in Unix ms. */
interface NewLiker {
  profile: ProfileCard;
  at: number;
}

/** A like to notify the member of: the like itself, or the match it made. */
export interface LikerInTheNews extends NewLiker {
  news: 'like' | 'match';
}

/** New likes of the member from people who are still here, newest first: the number in the badge (S2-143). */
export async function newLikers(context: LikesContext, member: string): Promise<NewLiker[]> {
  const fresh = newestFirst(await context.likes.received(member)).filter((row) => row.isNew);
  const cards = await context.profiles.cards(
    member,
    fresh.map((row) => row.from),
  );
  return fresh.flatMap(({ from, at }) => {
    const profile = cards.get(from);
    return profile ? [{ profile, at }] : [];
  });
}

/**
 * Those of them that are news, newest first: without people the member liked back, because the answer to that
 * like showed the match.
 */
export async function likersInTheNews(context: LikesContext, member: string): Promise<LikerInTheNews[]> {
  const fresh = await newLikers(context, member);
  const given = await context.likes.existing(fresh.map(({ profile }) => likeId(profile.id, member)));
  const back = new Map(given.map((row) => [row.to, row]));
  return fresh.flatMap((liker) => {
    const received = { at: liker.at, isNew: true };
    const news = likeNews({ received, given: back.get(liker.profile.id) ?? null });
    return news ? [{ ...liker, news }] : [];
  });
}

function newestFirst(rows: LikeRow[]): LikeRow[] {
  return rows.sort((a, b) => b.at - a.at).slice(0, LISTED_LIKES);
}
