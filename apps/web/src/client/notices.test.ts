import { expect, it, vi } from 'vitest';
import { closeNotices, isPushedHere, noticesHere } from './notices.ts';

it.each([
  ['there is no service worker', {}],
  [
    'the browser refuses access',
    { serviceWorker: { getRegistration: () => Promise.reject(new Error('no')) } },
  ],
])('finds no notifications and no push when %s', async (_, browser) => {
  vi.stubGlobal('navigator', browser);
  expect(await noticesHere()).toEqual([]);
  expect(await isPushedHere()).toBe(false);
  await closeNotices(() => true);
  vi.unstubAllGlobals();
});
