// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { actAs } from './api.ts';
import { tellServer } from './leave.ts';
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
