import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lead } from './leader.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('retries after a pause when Safari refuses the lock on a closing page', async () => {
  const request = vi.fn<() => Promise<never>>();
  request.mockImplementation(() =>
    // Ends the loop if the code retries without a pause.
    request.mock.calls.length > 50 ? new Promise<never>(() => {}) : Promise.reject(new Error('not active')),
  );
  vi.stubGlobal('navigator', { locks: { request } });
  const end = new AbortController();
  const run = vi.fn<() => void>();
  lead('outbox', end.signal, run);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(request.mock.calls.length).toBeGreaterThan(1);
  expect(request.mock.calls.length).toBeLessThan(20);
  expect(run).not.toHaveBeenCalled();
  end.abort();
  const asked = request.mock.calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(request).toHaveBeenCalledTimes(asked);
});

it('queues again after another tab took the lock, and leads when it is back', async () => {
  const refusals: ((reason: unknown) => void)[] = [];
  const request = (_name: string, _options: unknown, serve: () => Promise<void>) => {
    const taken = new Promise<never>((_resolve, reject) => refusals.push(reject));
    return Promise.race([serve(), taken]);
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const end = new AbortController();
  const terms: AbortSignal[] = [];
  lead('outbox', end.signal, (term) => terms.push(term));
  refusals[0]?.(new DOMException('stolen', 'AbortError'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(terms.map(({ aborted }) => aborted)).toEqual([true, false]);
  end.abort();
  expect(terms[1]?.aborted).toBe(true);
});
