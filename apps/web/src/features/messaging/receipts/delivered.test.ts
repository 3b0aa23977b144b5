// @vitest-environment happy-dom
import { type ErrorCode, ok, refuse } from '@heartline/contracts';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { emitLive } from '../../../live/bus.ts';
import { setClient } from '../../../live/connection.ts';
import { type LiveClient, Unreached } from '../../../live/live-client.ts';
import { followReceipts } from './delivered.ts';

const her = 'a'.repeat(24);
let sent: unknown[] = [];
let trouble: ErrorCode | 'lost' | undefined;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  trouble = undefined;
  setClient({
    isConnected: () => true,
    request: async (_: unknown, { seq }: { seq: number }) => {
      sent.push(seq);
      if (trouble === 'lost') throw new Unreached();
      return trouble ? refuse(trouble) : ok({});
    },
  } as unknown as LiveClient);
  stop = followReceipts();
  onTestFinished(() => {
    stop();
    setClient(undefined);
    vi.useRealTimers();
  });
});

const come = (seq: number) =>
  emitLive('message:created', { message: { sender: her, conversation: 'c', seq }, profile: her } as never);

it.each(['UNAVAILABLE', 'lost'] as const)(
  'reports "received" again over the same connection after %s until answered',
  async (first) => {
    trouble = first;
    come(7);
    await vi.advanceTimersByTimeAsync(6_000);
    trouble = undefined;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([7, 7, 7]);
  },
);

it('reports a permanent refusal once, and no older row after a newer one', async () => {
  trouble = 'NOT_FOUND';
  come(7);
  await vi.advanceTimersByTimeAsync(60_000);
  trouble = 'UNAVAILABLE';
  come(8);
  await vi.advanceTimersByTimeAsync(1_000);
  trouble = undefined;
  come(9);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([7, 8, 9]);
});

it('reports nothing after it is stopped', async () => {
  trouble = 'UNAVAILABLE';
  come(7);
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([7]);
});
