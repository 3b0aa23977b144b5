// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setBareTitle } from '../../client/document-title.ts';
import { keys, queryClient } from '../../client/query.ts';
import { followAppBadge } from './app-badge.ts';

const version = { epoch: 'one', n: 1 };
const chats = (...unread: number[]) => ({
  chats: unread.map((num_unread_messages) => ({ num_unread_messages })),
  version,
});
const likes = (...fresh: boolean[]) => ({ liked_by: fresh.map((like_new) => ({ like_new })), version });

function install(setAppBadge: (count: number) => Promise<void>) {
  const clearAppBadge = vi.fn<() => Promise<void>>(() => Promise.resolve());
  Object.assign(navigator, { setAppBadge, clearAppBadge });
  return clearAppBadge;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

/** The number follows after a moment without changes. */
const settle = () => vi.advanceTimersByTime(1_000);

describe('the app badge', () => {
  it('is unread messages plus new likes, and follows both [S4-071 S4-072 S4-073]', () => {
    const set = vi.fn<(count: number) => Promise<void>>(() => Promise.resolve());
    const clear = install(set);
    queryClient.setQueryData(keys.chats, chats(2, 1));
    queryClient.setQueryData(keys.likes, likes(true, false));
    setBareTitle('Likes');
    const icon = document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'icon' }));
    const { stop } = followAppBadge();
    queryClient.setQueryData(keys.chats, chats(2, 3));
    settle();
    queryClient.setQueryData(keys.likes, likes(true, true));
    settle();
    expect(set.mock.calls).toEqual([[4], [6], [7]]);
    expect(document.title).toBe('(7) Likes');
    expect(icon.getAttribute('href')).toBe('/icons/mark-news.svg');
    queryClient.setQueryData(keys.chats, chats(99));
    settle();
    expect(document.title).toBe('(99+) Likes');
    queryClient.setQueryData(keys.chats, chats(0));
    queryClient.setQueryData(keys.likes, likes(false));
    settle();
    expect(clear).toHaveBeenCalledTimes(1);
    expect(document.title).toBe('Likes');
    expect(icon.getAttribute('href')).toBe('/icons/mark.svg');
    stop();
  });

  it('does not show messages that are read at once', () => {
    const set = vi.fn<(count: number) => Promise<void>>(() => Promise.resolve());
    install(set);
    queryClient.setQueryData(keys.chats, chats(0));
    queryClient.setQueryData(keys.likes, likes());
    const { stop } = followAppBadge();
    queryClient.setQueryData(keys.chats, chats(1));
    queryClient.setQueryData(keys.chats, chats(0));
    settle();
    expect(set).not.toHaveBeenCalled();
    stop();
  });

  it('shows its number again after a late push has set another', () => {
    const set = vi.fn<(count: number) => Promise<void>>(() => Promise.resolve());
    const clear = install(set);
    queryClient.setQueryData(keys.chats, chats(0));
    queryClient.setQueryData(keys.likes, likes());
    const { again, stop } = followAppBadge();
    expect(clear).toHaveBeenCalledTimes(1);
    again();
    settle();
    expect(clear).toHaveBeenCalledTimes(2);
    stop();
  });

  it('ignores a refusal of the system [S4-074 S8-032]', async () => {
    const set = vi.fn<(count: number) => Promise<void>>(() => Promise.reject(new Error('no')));
    install(set);
    queryClient.setQueryData(keys.chats, chats(1));
    queryClient.setQueryData(keys.likes, likes());
    const { stop } = followAppBadge();
    await vi.advanceTimersByTimeAsync(1);
    expect(set).toHaveBeenCalledOnce();
    stop();
  });
});
