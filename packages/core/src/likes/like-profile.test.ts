import type { ProfileCard } from '@heartline/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type LikeRepository, type LikeRow, likeId, type MatchRow, matchId } from './like.repository.ts';
import { likeProfile, unlikeProfile } from './like-profile.ts';
import type { LikesContext } from './likes-context.ts';

/** Likes over rows in memory, so that what happens between two steps of one happens exactly there. */
const [ANNA, BEN] = ['a'.repeat(24), 'b'.repeat(24)];

interface Told {
  to: string;
  event: string;
  payload: { profile: string | { id: string }; received?: boolean; given?: boolean };
}

let likes: Map<string, LikeRow>;
let matches: Map<string, MatchRow>;
let told: Told[];
let context: LikesContext;

function addTo<R extends { _id: string }>(rows: Map<string, R>, row: R): boolean {
  if (rows.has(row._id)) return false;
  rows.set(row._id, row);
  return true;
}

beforeEach(() => {
  likes = new Map();
  matches = new Map();
  told = [];
  const repository: Partial<LikeRepository> = {
    addLike: async (row) => addTo(likes, row),
    addMatch: async (row) => addTo(matches, row),
    find: async (to, from) => likes.get(likeId(to, from)) ?? null,
    removeLike: async (to, from) => likes.delete(likeId(to, from)),
    removeMatch: async (a, b) => void matches.delete(matchId(a, b)),
  };
  const durable = async (to: string, { name }: { name: string }, payload: object) => {
    told.push({ to, event: name, payload: payload as Told['payload'] });
  };
  context = {
    likes: repository,
    publisher: { durable },
    clock: { now: () => 1 },
    profiles: {
      cards: async (_viewer: string, ids: string[]) => new Map(ids.map((id) => [id, { id } as ProfileCard])),
      standingOf: async () => ({ status: 'active', site: 'default', invisible: false }),
      meets: async () => true,
    },
    safety: { relation: async () => 'open' },
  } as unknown as LikesContext;
});

/** The member’s own devices, as what they were told leaves them: whether the other one likes them, and matches made. */
const atTheEnd = (member: string) => {
  const heard = told.filter(({ to }) => to === member);
  const last = heard.findLast(({ event }) => event !== 'match:created');
  const received = last?.event === 'like:received' || last?.payload.received === true;
  return { received, matches: heard.filter(({ event }) => event === 'match:created').length };
};

describe('two who like each other in the same moment', () => {
  it('leave each of them with the like of the other, whoever is told first', async () => {
    const { relation } = context.safety;
    let asked = 0;
    // The second question is the last thing before Anna is told: by now she has looked for a like of his.
    context.safety.relation = async (member, other) => {
      asked += member === ANNA ? 1 : 0;
      if (member === ANNA && asked === 2) await likeProfile(context, BEN, ANNA);
      return relation(member, other);
    };
    const answer = await likeProfile(context, ANNA, BEN);
    for (const one of [ANNA, BEN]) expect(atTheEnd(one)).toEqual({ received: true, matches: 1 });
    expect(answer).toEqual({ ok: true, value: { matched: true } });
  });
});

describe('a like taken back in the moment of the match', () => {
  it.each([
    ['by the other one', () => unlikeProfile(context, BEN, ANNA)],
    ['on another device', () => unlikeProfile(context, ANNA, BEN)],
  ])('%s leaves no match behind, and nobody is told of one', async (_whose, takeBack) => {
    await likeProfile(context, BEN, ANNA);
    const { addMatch } = context.likes;
    context.likes.addMatch = async (row) => {
      await takeBack();
      return addMatch(row);
    };
    expect(await likeProfile(context, ANNA, BEN)).toEqual({ ok: true, value: { matched: false } });
    expect([...matches.keys()]).toEqual([]);
    expect(told.filter(({ event }) => event === 'match:created')).toEqual([]);
    context.likes.addMatch = addMatch;
    // So that the next match of the two is one again.
    for (const [one, other] of [[ANNA, BEN] as const, [BEN, ANNA] as const])
      await likeProfile(context, one, other);
    expect([atTheEnd(ANNA).matches, atTheEnd(BEN).matches]).toEqual([1, 1]);
  });
});
