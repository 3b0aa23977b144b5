// @vitest-environment happy-dom
import { locks } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actAs } from './api.ts';
import { notifyServer } from './leave.ts';
import { signIn } from './sign-in.ts';
import { isLogOutDue, LOG_OUT_DUE } from './signed-in.ts';

const startAnew = vi.hoisted(() => vi.fn<() => Promise<never>>(() => new Promise(() => {})));
vi.mock('./start-anew.ts', () => ({ startAnew }));

it('drops a pending log-out that is refused since another member signed in', async () => {
  actAs('mara');
  const body = JSON.stringify({ error: { code: 'ANOTHER_MEMBER', message: '' } });
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(body, { status: 403 }));
  void notifyServer();
  await vi.waitUntil(() => startAnew.mock.calls.length > 0);
  expect(isLogOutDue()).toBe(false);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('keeps the session of a member who signs in while a log-out waits', async () => {
  actAs('mara');
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}));
  asked.mockClear();
  const unfinished = Promise.withResolvers<void>();
  const notified = notifyServer(unfinished.promise);
  expect(isLogOutDue()).toBe(true);
  // A log-in does the same.
  localStorage.removeItem(LOG_OUT_DUE);
  unfinished.resolve();
  expect(await notified).toBe(true);
  expect(asked).not.toHaveBeenCalled();
});

describe('a log-out and a sign-in of one browser, in any tabs', () => {
  beforeEach(() => {
    actAs('mara');
    vi.useFakeTimers();
    // Locks as in a browser: a lock held by one tab is taken for all.
    vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: locks } }));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** A server that never answers, until the request is aborted. */
  function unanswered(): AbortSignal[] {
    const signals: AbortSignal[] = [];
    vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
      const signal = init?.signal as AbortSignal;
      signals.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    return signals;
  }

  it('aborts a log-out when a member signs in, and repeats it when they did not', async () => {
    const signals = unanswered();
    const notified = notifyServer();
    await vi.waitUntil(() => signals.length === 1);
    const refused = Promise.withResolvers<never>();
    const wrong = signIn(() => refused.promise);
    expect(await notified).toBe(false);
    expect(signals[0]?.aborted).toBe(true);
    // The first request is still open: no second one is sent beside it.
    await vi.advanceTimersByTimeAsync(12_000);
    expect(signals).toHaveLength(1);
    refused.reject(new Error('wrong password'));
    await expect(wrong).rejects.toThrow('wrong password');
    expect(isLogOutDue()).toBe(true);
    await vi.waitUntil(() => signals.length === 2);
    expect(await signIn(async () => 'in')).toBe('in');
    await vi.waitUntil(() => signals[1]?.aborted);
    expect(isLogOutDue()).toBe(false);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(signals).toHaveLength(2);
  });

  it('sends a request that outlives its page only from a page that closes', async () => {
    const signals = unanswered();
    const asked = vi.mocked(fetch);
    const notified = notifyServer();
    await vi.waitUntil(() => signals.length === 1);
    dispatchEvent(new Event('pagehide'));
    expect(asked.mock.calls.map(([, init]) => init?.keepalive)).toEqual([false, true]);
    // Its late answer must not take the cookie of a member who signs in on the next page either.
    expect(asked.mock.calls.map(([address]) => address)).toEqual([
      '/api/logout.php',
      '/api/logout.php?leaving=true',
    ]);
    await signIn(async () => 'in');
    await notified;
    dispatchEvent(new Event('pagehide'));
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('does not end the session of a member who signs in at the same time', async () => {
    const signals = unanswered();
    const asked = Promise.withResolvers<string>();
    const signed = signIn(() => asked.promise);
    const notified = notifyServer();
    asked.resolve('in');
    expect(await signed).toBe('in');
    expect(await notified).toBe(true);
    expect(signals).toHaveLength(0);
  });

  it('answers both of two sign-ins at once', async () => {
    const first = Promise.withResolvers<string>();
    const one = signIn(() => first.promise);
    expect(await signIn(async () => 'other')).toBe('other');
    first.resolve('one');
    expect(await one).toBe('one');
  });
});
