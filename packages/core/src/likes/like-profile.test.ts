import type { ProfileCard } from '@heartline/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type LikeRepository, type LikeRow, likeId, type MatchRow, matchId } from './like.repository.ts';
import { likeProfile, unlikeProfile } from './like-profile.ts';
import type { LikesContext } from './likes-context.ts';
import { seeLike } from './see-like.ts';

/** Likes over rows in memory, so that what happens between two steps of one happens exactly there. */
const [ANNA, BEN] = ['a'.repeat(24), 'b'.repeat(24)];

interface Published {
  to: string;
  event: string;
  payload: { profile: string | { id: string }; received?: boolean; given?: boolean; isNew?: boolean };
}

let likes: Map<string, LikeRow>;
let matches: Map<string, MatchRow>;
let published: Published[];
let context: LikesContext;

function addTo<R extends { _id: string }>(rows: Map<string, R>, row: R): boolean {
  if (rows.has(row._id)) return false;
  rows.set(row._id, row);
  return true;
}

beforeEach(() => {
  likes = new Map();
  matches = new Map();
  published = [];
  const repository: Partial<LikeRepository> = {
    addLike: async (row) => addTo(likes, row),
    addMatch: async (row) => addTo(matches, row),
    find: async (to, from) => likes.get(likeId(to, from)) ?? null,
    removeLike: async (to, from) => likes.delete(likeId(to, from)),
    removeMatch: async (a, b) => void matches.delete(matchId(a, b)),
    see: async (to, from) => {
      const row = likes.get(likeId(to, from));
      if (!row?.isNew) return false;
      likes.set(row._id, { ...row, isNew: false });
      return true;
    },
  };
  const durable = async (to: string, { name }: { name: string }, payload: object) => {
    published.push({ to, event: name, payload: payload as Published['payload'] });
  };
  context = {
    likes: repository,
    publisher: { durable },
    clock: { now: () => 1 },
    queues: { enqueue: async () => true },
    profiles: {
      cards: async (_viewer: string, ids: string[]) => new Map(ids.map((id) => [id, { id } as ProfileCard])),
      statusOf: async () => ({ status: 'active', site: 'default', invisible: false }),
      meets: async () => true,
    },
    safety: { relation: async () => 'open' },
  } as unknown as LikesContext;
});

/** The member’s own devices, as what they were told leaves them: whether the other one likes them, and matches made. */
const atTheEnd = (member: string) => {
  const delivered = published.filter(({ to }) => to === member);
  const last = delivered.findLast(({ event }) => event !== 'match:created');
  const received = last?.event === 'like:received' || last?.payload.received === true;
  return { received, matches: delivered.filter(({ event }) => event === 'match:created').length };
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
    expect(published.filter(({ event }) => event === 'match:created')).toEqual([]);
    context.likes.addMatch = addMatch;
    // So that the next match of the two is one again.
    for (const [one, other] of [[ANNA, BEN] as const, [BEN, ANNA] as const])
      await likeProfile(context, one, other);
    expect([atTheEnd(ANNA).matches, atTheEnd(BEN).matches]).toEqual([1, 1]);
  });
});

describe('what happens between a reading and the telling of it', () => {
  /** Runs this once, whole, in the moment before such an event to the member is counted. */
  function before(member: string, event: string, run: () => Promise<unknown>): void {
    const { durable } = context.publisher;
    context.publisher.durable = async (to, contract, payload) => {
      if (to === member && contract.name === event) {
        context.publisher.durable = durable;
        await run();
      }
      return durable(to, contract, payload);
    };
  }

  const nothing = { given: false, received: false, isNew: false, match: false };

  /** What the member’s page shows of the other one after all that was told. */
  function shown(member: string): typeof nothing {
    const page = { ...nothing };
    for (const { event, payload } of published.filter(({ to }) => to === member)) {
      const { given = false, received = false, isNew = false } = payload;
      if (event === 'like:received') Object.assign(page, { received: true, isNew: true });
      else if (event === 'match:created') page.match = true;
      // A match that the page does not know is fetched.
      else Object.assign(page, { given, received, isNew, match: given && received });
    }
    return page;
  }

  it('a like that was looked at before it was told of is not new', async () => {
    before(BEN, 'like:received', () => seeLike(context, BEN, ANNA));
    await likeProfile(context, ANNA, BEN);
    expect(shown(BEN)).toEqual({ ...nothing, received: true });
  });

  it('a like taken back before it was told of is not there', async () => {
    before(BEN, 'like:received', () => unlikeProfile(context, ANNA, BEN));
    await likeProfile(context, ANNA, BEN);
    expect([shown(ANNA), shown(BEN)]).toEqual([nothing, nothing]);
  });

  it('a like taken back while it is looked at is not there', async () => {
    await likeProfile(context, ANNA, BEN);
    before(BEN, 'like:changed', () => unlikeProfile(context, ANNA, BEN));
    await seeLike(context, BEN, ANNA);
    expect(shown(BEN)).toEqual(nothing);
  });

  it('a like given again while the end of the first is told stands', async () => {
    await likeProfile(context, ANNA, BEN);
    before(BEN, 'like:changed', () => likeProfile(context, ANNA, BEN));
    await unlikeProfile(context, ANNA, BEN);
    expect(shown(BEN)).toEqual({ ...nothing, received: true, isNew: true });
    expect(shown(ANNA)).toEqual({ ...nothing, given: true });
  });

  it('a like back is not lost to the word of the own one', async () => {
    before(ANNA, 'like:changed', () => likeProfile(context, BEN, ANNA));
    await likeProfile(context, ANNA, BEN);
    const both = { given: true, received: true, isNew: true, match: true };
    expect([shown(ANNA), shown(BEN)]).toEqual([both, both]);
  });

  it.each([ANNA, BEN])('a match that ended before %s was told of it is not there', async (member) => {
    await likeProfile(context, BEN, ANNA);
    before(member, 'match:created', () => unlikeProfile(context, BEN, ANNA));
    await likeProfile(context, ANNA, BEN);
    expect(shown(ANNA)).toEqual({ ...nothing, given: true });
    expect(shown(BEN)).toEqual({ ...nothing, received: true, isNew: true });
  });
});
