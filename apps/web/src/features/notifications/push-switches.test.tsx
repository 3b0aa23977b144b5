// @vitest-environment happy-dom
import { DEFAULT_NOTIFICATIONS } from '@heartline/domain';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';

/** A browser as far as push goes; `isRefused` means that no service worker comes. */
function browserWith(part: { permission?: NotificationPermission; isRefused?: boolean; answer?: string }) {
  const { permission = 'default', isRefused = false, answer = 'granted' } = part;
  const requestPermission = vi.fn<() => Promise<string>>(async () => answer);
  vi.stubGlobal('PushManager', () => {});
  vi.stubGlobal('Notification', { permission, requestPermission });
  const toJSON = () => ({ endpoint: 'https://push.example/1', keys: {} });
  const pushManager = { getSubscription: async () => null, subscribe: async () => ({ toJSON }) };
  const ready = isRefused ? new Promise(() => {}) : Promise.resolve({ pushManager });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { ready } });
  vi.stubGlobal('fetch', async () => new Response('{"ok":true}'));
  return requestPermission;
}

/** The switches as a page of its own has them, since the state of push is the page's. */
async function open(change: Partial<typeof DEFAULT_NOTIFICATIONS> = {}) {
  vi.resetModules();
  const { PushSwitches } = await import('./push-switches.tsx');
  const { keys, queryClient } = await import('../../client/query.ts');
  queryClient.setQueryData(keys.settings, { push_public_key: 'key' });
  const { QueryClientProvider } = await import('@tanstack/react-query');
  renderPage(
    <QueryClientProvider client={queryClient}>
      <PushSwitches settings={{ ...DEFAULT_NOTIFICATIONS, ...change }} onChange={() => {}} />
    </QueryClientProvider>,
  );
}
const here = () => screen.getByRole<HTMLInputElement>('switch', { name: /on this device/ });

beforeEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'standalone');
});

describe('push on this device', () => {
  it('S3-185 can be asked for again by who said no, once the browser asks again', async () => {
    localStorage.setItem('push-state', 'denied');
    const requestPermission = browserWith({ permission: 'default' });
    await open();
    await expect.poll(() => here().disabled).toBe(false);
    fireEvent.click(here());
    await expect.poll(() => here().checked).toBe(true);
    expect(requestPermission).toHaveBeenCalledOnce();
  });

  it('says where to change a no that the browser keeps', async () => {
    browserWith({ permission: 'denied' });
    await open();
    expect(here().disabled).toBe(true);
    expect(screen.getByText(/open the settings of your browser/)).toBeTruthy();
  });

  it('says that it can’t be where no service worker comes', async () => {
    browserWith({ isRefused: true });
    await open();
    expect(screen.queryByText(/can’t receive/)).toBeNull();
    await screen.findByText(/can’t receive/);
    expect(here().disabled).toBe(true);
  });

  it('says how on an iPhone, where only an app on the home screen can', async () => {
    Object.assign(navigator, { standalone: false });
    await open();
    expect(screen.getByText(/Add to Home Screen/)).toBeTruthy();
    expect(screen.queryByText(/can’t receive/)).toBeNull();
  });
});

describe('quiet hours', () => {
  const quiet = (to: string) => ({ quiet_hours: { from: '22:00', to, time_zone: 'UTC' } });

  it('that begin as they end are said to be none', async () => {
    await open(quiet('22:00'));
    expect(screen.getByText(/no quiet hours/)).toBeTruthy();
  });

  it('with an end are not', async () => {
    await open(quiet('07:00'));
    expect(screen.queryByText(/no quiet hours/)).toBeNull();
  });
});
