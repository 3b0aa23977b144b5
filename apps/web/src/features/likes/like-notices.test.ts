// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '../../client/query.ts';
import type { Likes } from '../../live/apply/likes.ts';
import { closeLikeNotices, followLikeNotices } from './like-notices.ts';

const [ANNA, BEN] = ['a'.repeat(24), 'b'.repeat(24)];
const client = new QueryClient();
let closed: string[];
let stop: () => void;

beforeEach(() => {
  closed = [];
  const tags = ['likes', `match-${ANNA}`, `match-${BEN}`, 'conversation-c'];
  const notices = tags.map((tag) => ({ tag, close: () => closed.push(tag) }));
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ getNotifications: async () => notices }) },
  });
  stop = followLikeNotices(client);
});
afterEach(() => {
  stop();
  client.clear();
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

it('the page of likes in front of the member leaves no notice of likes or matches, and those of messages', async () => {
  closeLikeNotices();
  await vi.waitFor(() => expect(closed).toEqual(['likes', `match-${ANNA}`, `match-${BEN}`]));
});
