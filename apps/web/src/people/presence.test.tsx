// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { emitLive } from '../live/bus.ts';
import { setClient, setConnected } from '../live/connection.ts';
import { type LiveClient, Unreached } from '../live/live-client.ts';
import { renderPageHook } from '../testing/render-page.tsx';
import { type Presence, usePresence } from './presence.ts';

const her = 'b'.repeat(24);
const conversation = 'c'.repeat(24);
const GATHERED_MS = 500;
let shown: () => boolean | undefined;
let asked = 0;
let answer: Presence[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  asked = 0;
  answer = [{ id: her, online: false, last_active: 'today' }];
  setClient({
    isConnected: () => true,
    request: async () => {
      asked += 1;
      return { ok: true, value: { people: answer } };
    },
    close() {},
  } as unknown as LiveClient);
  onTestFinished(() => setClient(undefined));
  const { result } = renderPageHook(() => usePresence(her)?.online);
  shown = () => result.current;
  await pass(GATHERED_MS);
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const typed = () => emitLive('conversation:typed', { conversation, profile: her });
const written = (sender: string, seq = 2) =>
  emitLive('message:created', { message: { conversation, sender, seq }, profile: her } as never);

it('shows an away member online at once when they write', async () => {
  expect(shown()).toBe(false);
  answer = [{ id: her, online: true, last_active: 'today' }];
  typed();
  await pass(GATHERED_MS);
  expect(shown()).toBe(true);
  // Known to be online: further typing asks nothing.
  typed();
  written(her);
  await pass(GATHERED_MS);
  expect(asked).toBe(2);
});

it('shows an away member online at once when they react', async () => {
  answer = [{ id: her, online: true, last_active: 'today' }];
  emitLive('message:reacted', {
    conversation,
    seq: 2,
    reaction: { member: her, emoji: '👍', rev: 1 },
  } as never);
  await pass(GATHERED_MS);
  expect(shown()).toBe(true);
});

it('asks once more about a member who writes right after they were found away', async () => {
  written(her);
  await pass(GATHERED_MS);
  expect([asked, shown()]).toEqual([2, false]);
  answer = [{ id: her, online: true, last_active: 'today' }];
  await pass(3_000);
  expect([asked, shown()]).toEqual([3, true]);
  await pass(3_000);
  expect(asked).toBe(3);
});

it('keeps asking after the clock of the device was set back', async () => {
  vi.setSystemTime(1_000_000 - 86_400_000);
  await pass(40_000);
  expect(asked).toBe(2);
});

it('does not take the member’s own messages for a sign of the other', async () => {
  written('a'.repeat(24));
  await pass(GATHERED_MS);
  expect(asked).toBe(1);
});

it('asks nothing more about a person whose presence is not available', async () => {
  answer = [];
  await pass(40_000);
  expect([asked, shown()]).toEqual([2, undefined]);
  written(her);
  await pass(60_000);
  expect(asked).toBe(2);
});

it('asks again about an unavailable presence once a conversation begins', async () => {
  answer = [];
  await pass(40_000);
  expect([asked, shown()]).toEqual([2, undefined]);
  answer = [{ id: her, online: true, last_active: 'today' }];
  written('a'.repeat(24), 1);
  await pass(40_000);
  expect([asked, shown()]).toEqual([3, true]);
});

it('asks at once about a new person on the screen', async () => {
  const him = 'd'.repeat(24);
  answer = [{ id: him, online: true, last_active: 'today' }];
  const { result } = renderPageHook(() => usePresence(him)?.online);
  await pass(GATHERED_MS);
  expect([asked, result.current]).toEqual([2, true]);
  // Members asked about before are asked about again at their own time.
  await pass(38_000);
  expect(asked).toBe(2);
});

it('asks as soon as the connection is back for what it could not ask', async () => {
  let isCut = true;
  const request = async () => {
    if (isCut) throw new Unreached();
    return { ok: true, value: { people: answer } };
  };
  answer = [{ id: her, online: true, last_active: 'today' }];
  setClient({ isConnected: () => true, request, close() {} } as unknown as LiveClient);
  await pass(40_000);
  expect(shown()).toBe(false);
  await act(async () => setConnected(false));
  isCut = false;
  await act(async () => setConnected(true));
  await pass(GATHERED_MS);
  expect(shown()).toBe(true);
});
