import {
  type getLike as getLikeCall,
  type getOlderLikes,
  type InputOf,
  type LikeList,
  type OutputOf,
  ok,
  type Result,
  refuse,
} from '@heartline/contracts';
import { byNewest, likedBack, matchesAmong } from './get-likes.ts';
import { aboutOf, type LikeEntry } from './like.repository.ts';
import type { LikesContext } from './likes-context.ts';

const OLDER_AT_ONCE = 60;
/** The position before all likes. */
const NEWEST: LikeEntry = { at: Number.MAX_SAFE_INTEGER, id: '' };

/**
 * The people of one list after `before`, newest first, ties by id; leaves out those who are gone, as
 * `getLikes` does. `next` is the start of the next page.
 */
export async function listOlderLikes(
  context: LikesContext,
  member: string,
  { list, before }: InputOf<typeof getOlderLikes>,
): Promise<OutputOf<typeof getOlderLikes>> {
  const entries = await entriesAfter(context, member, list, markOf(before));
  const page = entries.slice(0, OLDER_AT_ONCE);
  const cards = await context.profiles.cards(
    member,
    page.map(({ id }) => id),
  );
  const last = page.at(-1);
  return {
    likes: page.flatMap(({ id, at, ...about }) => {
      const profile = cards.get(id);
      return profile ? [{ profile, at, ...about }] : [];
    }),
    ...(last && entries.length > page.length && { next: `${last.at}:${last.id}` }),
  };
}

/**
 * The likes between the member and one other, however many came later, and the time of the like received.
 * Refused if no like exists, or the member cannot see the other.
 */
export async function getLike(
  { likes, profiles }: LikesContext,
  member: string,
  profile: string,
): Promise<Result<OutputOf<typeof getLikeCall>>> {
  const [received, given, cards] = await Promise.all([
    likes.find(member, profile),
    likes.find(profile, member),
    profiles.cards(member, [profile]),
  ]);
  const card = cards.get(profile);
  if (!card || !(received ?? given)) return refuse('NOT_FOUND');
  return ok({ profile: card, ...(received && { received: received.at }) });
}

function markOf(before: string | undefined): LikeEntry {
  const [at, id] = before?.split(':') ?? [];
  return at && id ? { at: Number(at), id } : NEWEST;
}

/** One more than a page holds, if there are enough. */
async function entriesAfter(
  context: LikesContext,
  member: string,
  list: LikeList,
  mark: LikeEntry,
): Promise<LikeEntry[]> {
  const { likes } = context;
  const most = OLDER_AT_ONCE + 1;
  if (list === 'matches') {
    const given = (await likes.given(member)).map(({ to, at }) => ({ id: to, at }));
    const matches = matchesAmong(given, await likedBack(context, member, given));
    return matches.filter((match) => byNewest(mark, match) < 0).slice(0, most);
  }
  if (list === 'given') {
    const rows = await likes.givenAfter(member, mark, most);
    return rows.map((row) => ({ id: row.to, at: row.at, ...aboutOf(row) }));
  }
  const rows = await likes.receivedAfter(member, mark, most, list === 'new');
  return rows.map((row) => ({ id: row.from, at: row.at, ...aboutOf(row) }));
}
