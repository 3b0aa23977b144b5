import type { ProfileCard } from '@heartline/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type LikeRepository, type LikeRow, likeId, type MatchRow, matchId } from './like.repository.ts';
import { likeProfile, unlikeProfile } from './like-profile.ts';
import type { LikesContext } from './likes-context.ts';
import { seeLike } from './see-like.ts';

/** Likes over rows in memory, so that a test can act exactly between two steps. */
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
    hideMatch: async () => true,
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
      isAnswerShown: async () => true,
    },
    safety: { relation: async () => 'open' },
    knownTo: async () => new Set(),
  } as unknown as LikesContext;
});

/** The state of the member’s devices after all events: if the other likes them, and the number of matches. */
const atTheEnd = (member: string) => {
  const delivered = published.filter(({ to }) => to === member);
  const last = delivered.findLast(({ event }) => event !== 'match:created');
  const received = last?.event === 'like:received' || last?.payload.received === true;
  return { received, matches: delivered.filter(({ event }) => event === 'match:created').length };
};

describe('two concurrent likes', () => {
  it('give each member the like of the other in any order of events', async () => {
    const { relation } = context.safety;
    let asked = 0;
    // The second check is the last step before Anna's event: she has already looked for his like.
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

describe('a like taken back during the match', () => {
  it.each([
    ['by the other member', () => unlikeProfile(context, BEN, ANNA)],
    ['on another device', () => unlikeProfile(context, ANNA, BEN)],
  ])('leaves no match and publishes none when taken back %s', async (_whose, takeBack) => {
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
    // The next match of the two must work again.
    for (const [one, other] of [[ANNA, BEN] as const, [BEN, ANNA] as const])
      await likeProfile(context, one, other);
    expect([atTheEnd(ANNA).matches, atTheEnd(BEN).matches]).toEqual([1, 1]);
  });
});

describe('a change between the read and the event', () => {
  /** Runs this once, to its end, right before such an event to the member is counted. */
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

  /** The member's page about the other after all events. */
  function shown(member: string): typeof nothing {
    const page = { ...nothing };
    for (const { event, payload } of published.filter(({ to }) => to === member)) {
      const { given = false, received = false, isNew = false } = payload;
      if (event === 'like:received') Object.assign(page, { received: true, isNew: true });
      else if (event === 'match:created') page.match = true;
      // A page fetches a match that it does not know.
      else Object.assign(page, { given, received, isNew, match: given && received });
    }
    return page;
  }

  it('does not show a like as new when it was seen before its event', async () => {
    before(BEN, 'like:received', () => seeLike(context, BEN, ANNA));
    await likeProfile(context, ANNA, BEN);
    expect(shown(BEN)).toEqual({ ...nothing, received: true });
  });

  it('shows no like when it was taken back before its event', async () => {
    before(BEN, 'like:received', () => unlikeProfile(context, ANNA, BEN));
    await likeProfile(context, ANNA, BEN);
    expect([shown(ANNA), shown(BEN)]).toEqual([nothing, nothing]);
  });

  it('shows no like when it was taken back while being seen', async () => {
    await likeProfile(context, ANNA, BEN);
    before(BEN, 'like:changed', () => unlikeProfile(context, ANNA, BEN));
    await seeLike(context, BEN, ANNA);
    expect(shown(BEN)).toEqual(nothing);
  });

  it('shows a like that was given again during the event of its removal', async () => {
    await likeProfile(context, ANNA, BEN);
    before(BEN, 'like:changed', () => likeProfile(context, ANNA, BEN));
    await unlikeProfile(context, ANNA, BEN);
    expect(shown(BEN)).toEqual({ ...nothing, received: true, isNew: true });
    expect(shown(ANNA)).toEqual({ ...nothing, given: true });
  });

  it('keeps a like back that arrives during the event of the own like', async () => {
    before(ANNA, 'like:changed', () => likeProfile(context, BEN, ANNA));
    await likeProfile(context, ANNA, BEN);
    const both = { given: true, received: true, isNew: true, match: true };
    // Ben has seen hers: he liked back.
    expect([shown(ANNA), shown(BEN)]).toEqual([both, { ...both, isNew: false }]);
  });

  it.each([ANNA, BEN])('shows no match when it ended before its event to %s', async (member) => {
    await likeProfile(context, BEN, ANNA);
    before(member, 'match:created', () => unlikeProfile(context, BEN, ANNA));
    await likeProfile(context, ANNA, BEN);
    expect(shown(ANNA)).toEqual({ ...nothing, given: true });
    expect(shown(BEN)).toEqual({ ...nothing, received: true, isNew: true });
  });
});
