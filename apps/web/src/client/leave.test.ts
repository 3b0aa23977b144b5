// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { actAs } from './api.ts';
import { tellServer } from './leave.ts';
import { signIn } from './sign-in.ts';
import { isLogOutDue, LOG_OUT_DUE } from './signed-in.ts';

const startAnew = vi.hoisted(() => vi.fn<() => Promise<never>>(() => new Promise(() => {})));
vi.mock('./start-anew.ts', () => ({ startAnew }));

it('a log-out that is refused since another member signed in here is not due any more: it would end theirs', async () => {
  actAs('mara');
  const body = JSON.stringify({ error: { code: 'ANOTHER_MEMBER', message: '' } });
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(body, { status: 403 }));
  void tellServer();
  await vi.waitUntil(() => startAnew.mock.calls.length > 0);
  expect(isLogOutDue()).toBe(false);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('who signs in while a log-out waits for what was unfinished keeps their session', async () => {
  actAs('mara');
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}));
  asked.mockClear();
  const unfinished = Promise.withResolvers<void>();
  const told = tellServer(unfinished.promise);
  expect(isLogOutDue()).toBe(true);
  // As a log-in does.
  localStorage.removeItem(LOG_OUT_DUE);
  unfinished.resolve();
  expect(await told).toBe(true);
  expect(asked).not.toHaveBeenCalled();
});

it('a log-out under way when somebody signs in is broken off, so that its late answer takes no cookie of theirs; told again where they did not', async () => {
  actAs('mara');
  vi.useFakeTimers();
  const signals: AbortSignal[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    const signal = init?.signal as AbortSignal;
    signals.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const told = tellServer();
  await vi.waitUntil(() => signals.length === 1);
  const refused = Promise.withResolvers<never>();
  const wrong = signIn(() => refused.promise);
  expect(signals[0]?.aborted).toBe(true);
  expect(await told).toBe(false);
  // Still on its way: nothing is told beside it.
  await vi.advanceTimersByTimeAsync(12_000);
  expect(signals).toHaveLength(1);
  refused.reject(new Error('wrong password'));
  await expect(wrong).rejects.toThrow('wrong password');
  expect(isLogOutDue()).toBe(true);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(signals).toHaveLength(2);
  expect(await signIn(async () => 'in')).toBe('in');
  expect(signals[1]?.aborted).toBe(true);
  expect(isLogOutDue()).toBe(false);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(signals).toHaveLength(2);
  vi.useRealTimers();
});
