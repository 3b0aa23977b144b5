// @vitest-environment happy-dom
import { DEFAULT_NOTIFICATIONS } from '@heartline/domain';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';

beforeEach(() => {
  vi.stubGlobal('PushManager', () => {});
  vi.stubGlobal('Notification', { permission: 'default' });
  vi.stubEnv('PROD', true);
  const registration = { pushManager: { getSubscription: async () => null } };
  const workers = { getRegistration: async () => registration, register: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it.each([
  [true, /^Private notifications:/],
  [false, /^Names and message text are shown/],
])('says what a push will show: discreet is %s', async (discreet_push, words) => {
  const settings = { ...DEFAULT_NOTIFICATIONS, discreet_push };
  queryClient.setQueryData(keys.notifications, { settings });
  const { PushQuestion } = await import('./push-question.tsx');
  renderPage(<PushQuestion level={1} onDone={() => {}} />, { settings: { push_public_key: 'key' } });
  await screen.findByText(words);
  expect(screen.queryAllByText(/^(Private notifications:|Names and message)/)).toHaveLength(1);
});
