import type { PushPayload } from '@heartline/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeRead, isOvertaken, type Notices, showNotice } from './notices.ts';

const NOW = 1_800_000_000_000;
const one = 'a'.repeat(24);
const other = 'b'.repeat(24);

/**
 * Notifications as a browser holds them: one for each tag. `received` has the texts of those that made a sound, `seen`
 * those of all ever shown, each with its title.
 */
function device() {
  const seen: string[] = [];
  const shown = new Map<string, { title: string; body?: string; tag: string; data: unknown }>();
  const received: (string | undefined)[] = [];
  const asNotice = (notice: object & { tag: string }) => ({
    ...notice,
    close: () => void shown.delete(notice.tag),
  });
  const notices = {
    showNotification: async (
      title: string,
      { tag = '', body, data, silent, renotify }: NotificationOptions & { renotify?: boolean } = {},
    ) => {
      seen.push(`${title}: ${body}`);
      if (!silent && (renotify || !shown.has(tag))) received.push(body);
      shown.set(tag, { title, tag, data, ...(body !== undefined && { body }) });
    },
    getNotifications: async (filter?: GetNotificationOptions) =>
      [...shown.values()]
        .filter(({ tag }) => filter?.tag === undefined || filter.tag === tag)
        .map((notice) => asNotice(notice) as unknown as Notification),
  } satisfies Notices;
  return { notices, received, seen, bodies: () => [...shown.values()].map(({ body }) => body) };
}

function pushed(conversation: string, seq: number, part: Partial<PushPayload> = {}): PushPayload {
  return {
    kind: 'message',
    title: 'Heartline',
    body: `${conversation[0]}${seq}`,
    tag: `conversation-${conversation}`,
    url: `/chats/${conversation}`,
    badge: 1,
    seq,
    at: Date.now(),
    ...part,
  };
}

/** The server's answer about a conversation. */
function server(answer: () => Promise<Response>) {
  const fetch = vi.fn<(url: string) => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
const readTo = (readSeq: number) => async () => Response.json({ chat: { readSeq } });

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a notification', () => {
  it('replaces an earlier one with a sound, and not a newer one', async () => {
    const { notices, received, bodies } = device();
    expect(await showNotice(notices, pushed(one, 1))).toBe(true);
    expect(await showNotice(notices, pushed(one, 3))).toBe(true);
    expect(await showNotice(notices, pushed(one, 2))).toBe(false);
    expect(bodies()).toEqual(['a3']);
    expect(received).toEqual(['a1', 'a3']);
  });

  it('changes the number without a sound for another like', async () => {
    const { notices, received, bodies } = device();
    const like = (body: string): PushPayload => ({
      kind: 'like',
      title: 'Heartline',
      body,
      tag: 'likes',
      url: '/likes',
      badge: 1,
    });
    await showNotice(notices, like('one'));
    await showNotice(notices, like('two'));
    expect([bodies(), received]).toEqual([['two'], ['one']]);
  });

  it('asks the server nothing when it arrives in time', async () => {
    const fetch = server(readTo(9));
    const { notices, bodies } = device();
    await showNotice(notices, pushed(one, 1));
    expect(fetch).not.toHaveBeenCalled();
    expect(bodies()).toEqual(['a1']);
  });

  it.each([
    ['a message read meanwhile', readTo(7), []],
    ['an unread message', readTo(6), ['a7']],
    ['a message that is gone', async () => new Response('{}', { status: 404 }), []],
    ['a message of a member not signed in here', async () => new Response('{}', { status: 403 }), []],
    ['a message when the server is unavailable', async () => new Response('', { status: 503 }), ['a7']],
    ['a message when offline', async () => Promise.reject(new Error('offline')), ['a7']],
  ] as const)('that arrives late about %s', async (_what, answer, expected) => {
    const fetch = server(answer);
    const { notices, received, bodies } = device();
    const isNews = await showNotice(notices, pushed(one, 7, { at: NOW - 60_000 }));
    expect(fetch.mock.calls[0]?.[0]).toBe(`/api/chat.php?conversation=${one}`);
    expect(bodies()).toEqual(expected);
    expect(received).toEqual(expected);
    expect(isNews).toBe(expected.length > 0);
  });
});

describe('a notification with text that arrives late', () => {
  const DISCREET = { title: 'Heartline', body: 'A message' };
  const OPEN = 'Jonas: Come over tonight';
  const SAFE = 'Heartline: A message';

  it.each([
    ['its recipient has not read it', readTo(6), OPEN],
    ['its recipient has read it', readTo(7), OPEN],
    ['no member is signed in here', async () => new Response('{}', { status: 403 }), SAFE],
    ['another member is signed in here', async () => new Response('{}', { status: 404 }), SAFE],
    ['the server is unavailable', async () => new Response('', { status: 503 }), SAFE],
    ['the server can’t be reached', async () => Promise.reject(new Error('offline')), SAFE],
  ] as const)('shows the text only to its recipient: %s', async (_what, answer, expected) => {
    server(answer);
    const { notices, seen } = device();
    const [title = '', body = ''] = OPEN.split(': ');
    await showNotice(notices, pushed(one, 7, { title, body, discreet: DISCREET, at: NOW - 60_000 }));
    expect(seen).toEqual([expected]);
  });

  it('does not name who liked a member who signed out', async () => {
    server(async () => new Response('{}', { status: 403 }));
    const { notices, seen } = device();
    const open = { kind: 'like', body: 'Jonas likes you', url: '/likes', tag: 'likes' } as const;
    const discreet = { ...DISCREET, body: 'You have a new like' };
    await showNotice(notices, pushed(one, 1, { ...open, discreet, at: NOW - 60_000 }));
    expect(seen).toEqual(['Heartline: You have a new like']);
  });
});

describe('a notification of likes or a match that arrives late', () => {
  const likers = (...ids: [id: string, isNew: boolean][]) => {
    const liked_by = ids.map(([id, like_new]) => ({ id, like_new, at: 1 }));
    return async () => Response.json({ liked_by });
  };
  const late = (kind: 'like' | 'match', tag: string): PushPayload => ({
    kind,
    title: 'Heartline',
    body: tag,
    tag,
    url: '/likes',
    badge: 1,
    at: NOW - 60_000,
  });

  it.each([
    ['a like is still new', late('like', 'likes'), likers([one, false], [other, true]), true],
    ['all likes were viewed', late('like', 'likes'), likers([one, false], [other, false]), false],
    ['its match is still new', late('match', `match-${one}`), likers([one, true]), true],
    ['its match was viewed', late('match', `match-${one}`), likers([one, false], [other, true]), false],
    ['the like was taken back', late('match', `match-${one}`), likers(), false],
    ['no member is signed in', late('like', 'likes'), async () => new Response('{}', { status: 403 }), false],
    [
      'the server can’t be reached',
      late('like', 'likes'),
      async () => Promise.reject(new Error('offline')),
      true,
    ],
  ] as const)('asks the server: %s', async (_what, push, answer, isNews) => {
    server(answer);
    const { notices, received, bodies } = device();
    expect(await showNotice(notices, push)).toBe(isNews);
    expect([bodies(), received]).toEqual(isNews ? [[push.tag], [push.tag]] : [[], []]);
  });
});

describe('a late notification that names who liked the member', () => {
  const discreet = { title: 'Heartline', body: 'discreet' };
  const part = { title: 'Heartline', body: 'Jonas', discreet, badge: 1, at: NOW - 60_000 };
  const like: PushPayload = { ...part, kind: 'like', tag: 'likes', url: '/likes', liker: one };
  const match: PushPayload = { ...part, kind: 'match', tag: `match-${one}`, url: `/members/${one}/chat` };
  const likedBy = (id: string) => async () => Response.json({ liked_by: [{ id, like_new: true, at: 1 }] });

  it.each([
    ['like', 'its recipient', like, likedBy(one), 'Jonas'],
    ['match', 'its recipient', match, likedBy(one), 'Jonas'],
    ['like', 'another member with likes of their own', like, likedBy(other), 'discreet'],
    ['match', 'another member with likes of their own', match, likedBy(other), 'discreet'],
  ] as const)('of a %s while %s is signed in', async (_kind, _who, push, answer, expected) => {
    server(answer);
    const { notices, seen } = device();
    await showNotice(notices, push);
    expect(seen).toEqual([`Heartline: ${expected}`]);
  });
});

describe('messages read on another device', () => {
  it('are removed by the next push, whatever it is about', async () => {
    const { notices, bodies } = device();
    await showNotice(notices, pushed(one, 4));
    vi.advanceTimersByTime(60_000);
    const next = pushed(other, 1, { unread: { [`conversation-${other}`]: 1 } });
    await showNotice(notices, next);
    await closeRead(notices, next);
    expect(bodies()).toEqual(['b1']);
  });

  it('are removed when later messages are unread, which stay', async () => {
    const { notices, bodies } = device();
    await showNotice(notices, pushed(one, 4));
    await showNotice(notices, pushed(other, 2));
    await showNotice(notices, { ...pushed(one, 1), tag: 'likes', body: 'likes' });
    vi.advanceTimersByTime(60_000);
    const unread = { [`conversation-${one}`]: 5, [`conversation-${other}`]: 2 };
    await closeRead(notices, pushed(other, 3, { unread }));
    expect(bodies()).toEqual(['b2', 'likes']);
  });

  it('stay when newer than the push, or when the push names none', async () => {
    const { notices, bodies } = device();
    await showNotice(notices, pushed(one, 4));
    await closeRead(notices, pushed(other, 1, { unread: {} }));
    await closeRead(notices, pushed(other, 1, { at: NOW + 3_000, unread: {} }));
    vi.advanceTimersByTime(60_000);
    await closeRead(notices, pushed(other, 1));
    expect(bodies()).toEqual(['a4']);
    await closeRead(notices, pushed(other, 1, { unread: {} }));
    expect(bodies()).toEqual([]);
  });
});

it('do not let an older push reset the number on the icon', async () => {
  const { notices } = device();
  await showNotice(notices, pushed(one, 4));
  expect(await isOvertaken(notices, pushed(other, 1, { at: NOW - 1 }))).toBe(true);
  expect(await isOvertaken(notices, pushed(other, 1))).toBe(false);
});
