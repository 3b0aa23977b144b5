import type { getLikes as getLikesCall, OutputOf, ProfileCard } from '@heartline/contracts';
import { likeNews } from '@heartline/domain';
import { LISTED_LIKES, type LikeRow, likeId, READ_LIKES } from './like.repository.ts';
import type { LikesContext } from './likes-context.ts';

/**
 * Who liked the member, whom the member likes and who matches, newest first, each of the newest 500 with a card in
 * `profiles`. Of the likes received only these are named, of the others all: each heart and each match is one of the
 * likes given. Likes of people who are gone are left out everywhere, so the badge and the lists agree. `more` says that
 * there are older ones than those with a card.
 */
export async function getLikes(
  context: LikesContext,
  member: string,
): Promise<OutputOf<typeof getLikesCall>> {
  const { likes, profiles, publisher } = context;
  // The version is read before the rows: what happens in between is fetched twice, never missed.
  const version = await publisher.versionOf(member);
  const [received, all] = await Promise.all([likes.received(member), likes.given(member)]);
  const back = await likedBack(context, member, { received, given: all });
  const newest = newestFirst(received);
  const cards = await profiles.cards(member, [...newest.map(({ from }) => from), ...all.map(({ to }) => to)]);
  const shown = newest.filter(({ from }) => cards.has(from));
  const given = all.filter(({ to }) => cards.has(to)).map(({ to, at }) => ({ id: to, at }));
  // A match is a pair of likes that both stand; the later of them made it.
  const matches = given
    .flatMap(({ id, at }) => {
      const other = back.get(id);
      return other === undefined ? [] : [{ id, at: Math.max(other, at) }];
    })
    .sort((a, b) => b.at - a.at);
  const liked_by = shown.map((row) => ({ id: row.from, like_new: row.isNew, at: row.at }));
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

/** When each of those the member likes liked them, in Unix ms: looked up where not all likes received were read. */
async function likedBack(
  { likes }: LikesContext,
  member: string,
  { received, given }: Record<'received' | 'given', LikeRow[]>,
): Promise<Map<string, number>> {
  const isWhole = received.length < READ_LIKES;
  const rows = isWhole ? received : await likes.standing(given.map(({ to }) => likeId(member, to)));
  return new Map(rows.map(({ from, at }) => [from, at]));
}

/** Somebody whose like is new, and since when, in Unix ms. */
interface NewLiker {
  profile: ProfileCard;
  at: number;
}

/** One that the member is to be told of: of the like, or of the match it made. */
export interface LikerInTheNews extends NewLiker {
  news: 'like' | 'match';
}

/** Who likes the member and was not looked at yet, of people who are still here, newest first: what the badge counts (S2-143). */
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

/** Those of them that are news, newest first: not who was liked back since, which the answer to that like told of. */
export async function likersInTheNews(context: LikesContext, member: string): Promise<LikerInTheNews[]> {
  const fresh = await newLikers(context, member);
  const given = await context.likes.standing(fresh.map(({ profile }) => likeId(profile.id, member)));
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
