// @vitest-environment happy-dom
import { type ErrorCode, ok, refuse } from '@heartline/contracts';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { setClient } from '../../live/connection.ts';
import type { LiveClient } from '../../live/live-client.ts';
import { followReads, sendRead } from './send-read.ts';

const sent: unknown[] = [];
let refusal: ErrorCode | undefined;
let stop: () => void;

const connection = () =>
  ({
    isConnected: () => true,
    request: async (_: unknown, input: unknown) => {
      sent.push(input);
      return refusal ? refuse(refusal) : ok({});
    },
  }) as unknown as LiveClient;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sent.length = 0;
  setClient(connection());
  stop = followReads();
});
afterEach(() => {
  stop();
  setClient(undefined);
  vi.useRealTimers();
});

it('reports again over the same connection after UNAVAILABLE', async () => {
  refusal = 'UNAVAILABLE';
  sendRead('c', 7);
  await vi.advanceTimersByTimeAsync(6_000);
  refusal = undefined;
  await vi.advanceTimersByTimeAsync(60_000);
  const tries = Array.from({ length: 3 }, () => ({ conversation: 'c', seq: 7 }));
  expect(sent).toEqual(tries);
  expect(localStorage.length).toBe(0);
});

it('drops a read mark that the server will never accept', async () => {
  refusal = 'NOT_FOUND';
  sendRead('c', 7);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(localStorage.length).toBe(0);
});

it('reports a mark that storage could not hold once with the next connection', async () => {
  const stored = localStorage;
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.getItem(name),
    removeItem() {},
    setItem,
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  const client = connection();
  setClient(undefined);
  sendRead('c', 7);
  await vi.advanceTimersByTimeAsync(60_000);
  setClient(client);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([{ conversation: 'c', seq: 7 }]);
  setClient(undefined);
  setClient(client);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
});
