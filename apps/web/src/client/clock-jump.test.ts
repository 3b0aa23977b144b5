// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { renderPageHook } from '../testing/render-page.tsx';
import { serverNow } from './clock.ts';
import { keys, queryClient } from './query.ts';
import { useSessionUpkeep } from './session.ts';
import type { UserState } from './user-state.ts';

const member = { user: { id: 'm', status: 'active' }, version: { epoch: 'e', n: 1 } } as unknown as UserState;

it('asks the server for the time after the clock of the device was set', async () => {
  const trueNow = () => performance.timeOrigin + performance.now();
  vi.stubGlobal('fetch', async () => Response.json({ ...member, serverAt: Math.round(trueNow()) }));
  // The page refetches the member every minute. Fake timers keep that out of this test.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  queryClient.setQueryData(keys.user, member);
  renderPageHook(useSessionUpkeep);
  await settle();
  vi.spyOn(Date, 'now').mockImplementation(() => trueNow() - 3_600_000);
  expect(serverNow() - trueNow()).toBeLessThan(-3_000_000);
  await settle();
  expect(Math.abs(serverNow() - trueNow())).toBeLessThan(60_000);
});

/** Lets pending answers arrive. */
async function settle(): Promise<void> {
  for (let round = 0; round < 50; round += 1) await new Promise((resolve) => setImmediate(resolve));
}
