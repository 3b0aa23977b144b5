import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchConnection } from './watch-connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection whose other end answers after `afterMs`, or never. */
function connectionOf(afterMs: number | undefined) {
  const done: string[] = [];
  const client = Object.assign(new EventEmitter(), {
    isReady: false,
    ping: () =>
      new Promise<void>((resolve) => {
        done.push('asked');
        if (afterMs !== undefined) setTimeout(resolve, afterMs);
      }),
    destroy: () => {
      done.push('cut off');
      client.emit('end');
    },
    connect: async () => void done.push('connected'),
  });
  const notified: string[] = [];
  client.on('error', (error: Error) => notified.push(error.message));
  client.on('reconnecting', () => notified.push('reconnecting'));
  watchConnection(client);
  client.emit('ready');
  return { client, done, notified };
}

it('reconnects after ten seconds without an answer, and emits an error', async () => {
  const { client, done, notified } = connectionOf(undefined);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(done).toEqual(['asked']);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(['asked', 'cut off', 'connected']);
  expect(notified).toEqual(['no answer for 10 s: reconnecting', 'reconnecting']);
  // No second reconnect before the first one succeeded.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toHaveLength(3);
  client.emit('ready');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(done.slice(3)).toEqual(['asked', 'cut off', 'connected']);
});

it('keeps a connection that answers late, and pings again', async () => {
  const { done } = connectionOf(9_900);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(new Set(done)).toEqual(new Set(['asked']));
  expect(done.length).toBeGreaterThan(3);
});

it('ignores a closed connection', async () => {
  const { client, done } = connectionOf(undefined);
  client.emit('end');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual([]);
});
