// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '../../client/query.ts';
import type { Likes } from '../../live/apply/likes.ts';
import { closeLikeNotices, followLikeNotices } from './like-notices.ts';

/** Since when what is shown is only kept, and who is told of a change of that. */
const persisted = vi.hoisted(() => ({
  since: undefined as number | undefined,
  listeners: new Set<() => void>(),
}));
vi.mock('../../client/persisted-cache/answer-or-persisted.ts', () => ({
  persistedSince: () => persisted.since,
  onPersistedChange: (listener: () => void) => {
    persisted.listeners.add(listener);
    return () => persisted.listeners.delete(listener);
  },
}));

const [ANNA, BEN] = ['a'.repeat(24), 'b'.repeat(24)];
const client = new QueryClient();
let closed: string[];
let askedFor: number;
let stop: () => void;

beforeEach(() => {
  closed = [];
  askedFor = 0;
  const tags = ['likes', `match-${ANNA}`, `match-${BEN}`, 'conversation-c'];
  const notices = tags.map((tag) => ({ tag, close: () => closed.push(tag) }));
  const getNotifications = async () => {
    askedFor += 1;
    return notices;
  };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ getNotifications }) },
  });
  stop = followLikeNotices(client);
});
afterEach(() => {
  stop();
  client.clear();
  persisted.since = undefined;
});

function show(...likedBy: [id: string, isNew: boolean][]): void {
  const liked_by = likedBy.map(([id, like_new]) => ({ id, like_new, at: 1 }));
  client.setQueryData<Likes>(keys.likes, {
    profiles: [],
    liked_by,
    given: [],
    matches: [],
    version: null,
  } as never);
}

it('the notice of likes stays while one is new, and goes with the last; that of a match goes with its own', async () => {
  show([ANNA, true], [BEN, false]);
  await vi.waitFor(() => expect(closed).toEqual([`match-${BEN}`]));
  closed = [];
  show([ANNA, false], [BEN, false]);
  await vi.waitFor(() => expect(closed).toEqual(['likes', `match-${ANNA}`, `match-${BEN}`]));
});

it('notices are not asked for after what changes no like, as the version that each message raises', async () => {
  show([ANNA, true], [BEN, true]);
  await settled();
  const before = askedFor;
  for (let n = 1; n < 5; n += 1)
    client.setQueryData<Likes>(keys.likes, (likes) => likes && { ...likes, version: { epoch: 'e', n } });
  await settled();
  expect(askedFor).toBe(before);
  show([ANNA, false], [BEN, true]);
  await vi.waitFor(() => expect(closed).toEqual([`match-${ANNA}`]));
});

it('the page of likes in front of the member leaves no notice of likes or matches, and those of messages', async () => {
  closeLikeNotices();
  await vi.waitFor(() => expect(closed).toEqual(['likes', `match-${ANNA}`, `match-${BEN}`]));
});

it('likes that are about to be fetched anew take no notice away: it may be of one that came after them', async () => {
  show([ANNA, true], [BEN, false]);
  await vi.waitFor(() => expect(closed).toEqual([`match-${BEN}`]));
  show([ANNA, false]);
  await vi.waitFor(() => expect(closed).toContain('likes'));
  closed = [];
  let answer = (_likes: unknown) => {};
  const asked = new Promise((resolve) => {
    answer = resolve;
  });
  await client.invalidateQueries({ queryKey: keys.likes });
  const fetched = client.fetchQuery({ queryKey: keys.likes, queryFn: () => asked });
  await settled();
  expect(closed).toEqual([]);
  answer({ liked_by: [{ id: ANNA, like_new: true, at: 2 }] });
  await fetched;
  await vi.waitFor(() => expect(closed).toEqual([`match-${BEN}`]));
});

it('an answer from before a like takes no notice of it away, as that is written into it after it came', async () => {
  show([ANNA, false]);
  show([ANNA, true], [BEN, true]);
  await settled();
  expect(closed).toEqual([]);
});

it('what was looked at while no page was open goes by the likes that are there already, once they are not only kept', async () => {
  stop();
  persisted.since = 1;
  show([ANNA, false], [BEN, true]);
  stop = followLikeNotices(client);
  for (const listener of persisted.listeners) listener();
  await settled();
  expect(closed).toEqual([]);
  persisted.since = undefined;
  for (const listener of persisted.listeners) listener();
  await vi.waitFor(() => expect(closed).toEqual([`match-${ANNA}`]));
  stop();
  closed = [];
  stop = followLikeNotices(client);
  await vi.waitFor(() => expect(closed).toEqual([`match-${ANNA}`]));
});

/** Longer than notices are looked for. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
