import { expect, it } from 'vitest';
import { stillNew } from './still-new.ts';

const chat = (n: number) => ({ conversation: `c${n}`, unread: 2, readSeq: n });
type Context = Parameters<typeof stillNew>[0];

function contextWith(chats: number): Context {
  const unreadChats = async () => Array.from({ length: chats }, (_, n) => chat(n));
  return {
    clock: { now: () => 7_000 },
    messaging: { unreadChats },
    likes: { newLikes: async () => 3 },
  } as unknown as Context;
}

it('returns the first unread row by notification tag, and the badge', async () => {
  expect(await stillNew(contextWith(2), 'mara')).toEqual({
    badge: 7,
    at: 7_000,
    unread: { 'conversation-c0': 1, 'conversation-c1': 2 },
  });
});

it('leaves out the list beyond 40 conversations, so that it fits into a push', async () => {
  expect(await stillNew(contextWith(41), 'mara')).toEqual({ badge: 85, at: 7_000 });
  const most = await stillNew(contextWith(40), 'mara');
  const long = Object.keys(most.unread ?? {}).map((_, n) => [
    `conversation-${'f'.repeat(22)}${n + 10}`,
    9_999,
  ]);
  expect(JSON.stringify(Object.fromEntries(long)).length).toBeLessThan(2_048);
  expect(Object.keys(most.unread ?? {})).toHaveLength(40);
});
