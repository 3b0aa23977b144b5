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

it('who was away and writes is here at once', async () => {
  expect(shown()).toBe(false);
  answer = [{ id: her, online: true, last_active: 'today' }];
  typed();
  await pass(GATHERED_MS);
  expect(shown()).toBe(true);
  // Known to be here: further letters ask nothing.
  typed();
  written(her);
  await pass(GATHERED_MS);
  expect(asked).toBe(2);
});

it('who was away and reacts is here at once', async () => {
  answer = [{ id: her, online: true, last_active: 'today' }];
  emitLive('message:reacted', {
    conversation,
    seq: 2,
    reaction: { member: her, emoji: '👍', rev: 1 },
  } as never);
  await pass(GATHERED_MS);
  expect(shown()).toBe(true);
});

it('who writes right after they were found away is asked about once more, when no gateway remembers that', async () => {
  written(her);
  await pass(GATHERED_MS);
  expect([asked, shown()]).toEqual([2, false]);
  answer = [{ id: her, online: true, last_active: 'today' }];
  await pass(3_000);
  expect([asked, shown()]).toEqual([3, true]);
  await pass(3_000);
  expect(asked).toBe(3);
});

it('goes on being asked after the clock of the device was set back', async () => {
  vi.setSystemTime(1_000_000 - 86_400_000);
  await pass(40_000);
  expect(asked).toBe(2);
});

it('what the member writes says nothing of the other side', async () => {
  written('a'.repeat(24));
  await pass(GATHERED_MS);
  expect(asked).toBe(1);
});

it('nothing more is asked of somebody whose presence nobody is told of', async () => {
  answer = [];
  await pass(40_000);
  expect([asked, shown()]).toEqual([2, undefined]);
  written(her);
  await pass(60_000);
  expect(asked).toBe(2);
});

it('whose presence nobody was told of is asked about again once the first message makes it a conversation', async () => {
  answer = [];
  await pass(40_000);
  expect([asked, shown()]).toEqual([2, undefined]);
  answer = [{ id: her, online: true, last_active: 'today' }];
  written('a'.repeat(24), 1);
  await pass(40_000);
  expect([asked, shown()]).toEqual([3, true]);
});

it('who comes on the screen is asked about at once, though others were a moment ago', async () => {
  const him = 'd'.repeat(24);
  answer = [{ id: him, online: true, last_active: 'today' }];
  const { result } = renderPageHook(() => usePresence(him)?.online);
  await pass(GATHERED_MS);
  expect([asked, result.current]).toEqual([2, true]);
  // Those asked about before are asked about again in their own time.
  await pass(38_000);
  expect(asked).toBe(2);
});

it('what could not be asked is asked as soon as there is a connection again', async () => {
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
