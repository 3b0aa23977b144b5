import type { getLikes as getLikesCall, OutputOf, ProfileCard } from '@heartline/contracts';
import { likeNews } from '@heartline/domain';
import { LISTED_LIKES, type LikeRow } from './like.repository.ts';
import type { LikesContext } from './likes-context.ts';

/**
 * Who liked the member, whom the member likes and who matches, newest first, each with a card in `profiles`. Likes of
 * people who are gone are left out everywhere, so the badge and the lists agree. `more` says that the lists are not all.
 */
export async function getLikes(
  context: LikesContext,
  member: string,
): Promise<OutputOf<typeof getLikesCall>> {
  const { likes, profiles, publisher } = context;
  // The version is read before the rows: what happens in between is fetched twice, never missed.
  const version = await publisher.versionOf(member);
  const [received, given] = await Promise.all([likes.received(member), likes.given(member)]);
  const newest = { received: newestFirst(received), given: newestFirst(given) };
  const others = [...newest.received.map((row) => row.from), ...newest.given.map((row) => row.to)];
  const givenAt = new Map(given.map((row) => [row.to, row.at]));
  const cards = await profiles.cards(member, others);
  const shown = newest.received.filter((row) => cards.has(row.from));
  return {
    profiles: [...cards.values()],
    liked_by: shown.map((row) => ({ id: row.from, like_new: row.isNew, at: row.at })),
    given: newest.given.filter((row) => cards.has(row.to)).map((row) => ({ id: row.to, at: row.at })),
    // A match is a pair of likes that both stand; the later of them made it.
    matches: shown
      .flatMap((row) => {
        const back = givenAt.get(row.from);
        return back === undefined ? [] : [{ id: row.from, at: Math.max(back, row.at) }];
      })
      .sort((a, b) => b.at - a.at),
    ...((received.length > LISTED_LIKES || given.length > LISTED_LIKES) && { more: true }),
    version,
  };
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
  const [fresh, given] = await Promise.all([newLikers(context, member), context.likes.given(member)]);
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
