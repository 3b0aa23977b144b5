// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { noteFreshSession } from '../../client/fresh-session.ts';
import { refreshPush } from './push.ts';
import { startNotifications } from './start-notifications.ts';

vi.mock(import('./push.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  refreshPush: vi.fn<() => Promise<void>>(async () => {}),
}));

it('registers this browser again under the session after a new password', () => {
  const stop = startNotifications(() => {});
  expect(refreshPush).toHaveBeenCalledTimes(1);
  noteFreshSession();
  expect(refreshPush).toHaveBeenCalledTimes(2);
  stop();
  noteFreshSession();
  expect(refreshPush).toHaveBeenCalledTimes(2);
});
