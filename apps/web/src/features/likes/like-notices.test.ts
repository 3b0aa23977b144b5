// @vitest-environment happy-dom
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '../../client/query.ts';
import type { Likes } from '../../live/apply/likes.ts';
import { closeLikeNotices, followLikeNotices } from './like-notices.ts';

/** The time since which the shown data is only persisted, and the listeners of its changes. */
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

it('removes the notification of likes with the last new like, a match’s with its own', async () => {
  show([ANNA, true], [BEN, false]);
  await vi.waitFor(() => expect(closed).toEqual([`match-${BEN}`]));
  closed = [];
  show([ANNA, false], [BEN, false]);
  await vi.waitFor(() => expect(closed).toEqual(['likes', `match-${ANNA}`, `match-${BEN}`]));
});

it('does not list notifications after a version without a changed like', async () => {
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

it('removes those of likes and matches on the page of likes, not of messages', async () => {
  closeLikeNotices();
  await vi.waitFor(() => expect(closed).toEqual(['likes', `match-${ANNA}`, `match-${BEN}`]));
});

it('removes none while likes are about to be refetched, which may be newer', async () => {
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

it('removes none after an answer older than a like, which an event adds later', async () => {
  show([ANNA, false]);
  show([ANNA, true], [BEN, true]);
  await settled();
  expect(closed).toEqual([]);
});

it('removes viewed ones on the likes held at the start, once confirmed', async () => {
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

const settled = () => fixedWait(20, 'longer than the lookup of notifications takes: none is closed');
