// @vitest-environment happy-dom
import { type ErrorCode, ok, refuse } from '@heartline/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setClient } from '../../live/connection.ts';
import type { LiveClient } from '../../live/live-client.ts';
import { followReads, tellRead } from './tell-read.ts';

const told: unknown[] = [];
let refusal: ErrorCode | undefined;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  told.length = 0;
  setClient({
    isConnected: () => true,
    request: async (_: unknown, input: unknown) => {
      told.push(input);
      return refusal ? refuse(refusal) : ok({});
    },
  } as unknown as LiveClient);
  stop = followReads();
});
afterEach(() => {
  stop();
  setClient(undefined);
  vi.useRealTimers();
});

it('tells again what a server without its database did not take, over the same connection', async () => {
  refusal = 'UNAVAILABLE';
  tellRead('c', 7);
  await vi.advanceTimersByTimeAsync(6_000);
  refusal = undefined;
  await vi.advanceTimersByTimeAsync(60_000);
  const tries = Array.from({ length: 3 }, () => ({ conversation: 'c', seq: 7 }));
  expect(told).toEqual(tries);
  expect(localStorage.length).toBe(0);
});

it('lets go of what the server will never take', async () => {
  refusal = 'NOT_FOUND';
  tellRead('c', 7);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toHaveLength(1);
  expect(localStorage.length).toBe(0);
});
