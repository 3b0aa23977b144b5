// @vitest-environment happy-dom
import { type ErrorCode, ok, refuse } from '@heartline/contracts';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { setClient } from '../../live/connection.ts';
import type { LiveClient } from '../../live/live-client.ts';
import { followReads, tellRead } from './tell-read.ts';

const told: unknown[] = [];
let refusal: ErrorCode | undefined;
let stop: () => void;

const connection = () =>
  ({
    isConnected: () => true,
    request: async (_: unknown, input: unknown) => {
      told.push(input);
      return refusal ? refuse(refusal) : ok({});
    },
  }) as unknown as LiveClient;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  told.length = 0;
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
  tellRead('c', 7);
  await vi.advanceTimersByTimeAsync(6_000);
  refusal = undefined;
  await vi.advanceTimersByTimeAsync(60_000);
  const tries = Array.from({ length: 3 }, () => ({ conversation: 'c', seq: 7 }));
  expect(told).toEqual(tries);
  expect(localStorage.length).toBe(0);
});

it('drops a read mark that the server will never accept', async () => {
  refusal = 'NOT_FOUND';
  tellRead('c', 7);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toHaveLength(1);
  expect(localStorage.length).toBe(0);
});

it('reports a mark that storage could not hold once with the next connection', async () => {
  const kept = localStorage;
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept.getItem(name), removeItem() {}, setItem });
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  const client = connection();
  setClient(undefined);
  tellRead('c', 7);
  await vi.advanceTimersByTimeAsync(60_000);
  setClient(client);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([{ conversation: 'c', seq: 7 }]);
  setClient(undefined);
  setClient(client);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toHaveLength(1);
});
