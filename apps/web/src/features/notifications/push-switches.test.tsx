// @vitest-environment happy-dom
import { DEFAULT_NOTIFICATIONS } from '@heartline/domain';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';

/** The state of the service worker: accepted, refused, out of reach, or still installing. */
type Worker = 'taken' | 'refused' | 'unreachable' | 'installing';

/** The push features of a browser that opens the site for the first time. */
function browserWith(part: { permission?: NotificationPermission; worker?: Worker }) {
  const { permission = 'default', worker = 'taken' } = part;
  const requestPermission = vi.fn<() => Promise<string>>(async () => 'granted');
  vi.stubGlobal('PushManager', () => {});
  vi.stubGlobal('Notification', { permission, requestPermission });
  const toJSON = () => ({ endpoint: 'https://push.example/1', keys: {} });
  const registration = {
    pushManager: { getSubscription: async () => null, subscribe: async () => ({ toJSON }) },
  };
  const register = async () => {
    if (worker === 'refused') throw new DOMException('no', 'SecurityError');
    if (worker === 'unreachable') throw new TypeError('Failed to fetch');
    return registration;
  };
  const ready = worker === 'taken' ? Promise.resolve(registration) : new Promise(() => {});
  const value = { ready, getRegistration: async () => undefined, register };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });
  vi.stubGlobal('fetch', async () => new Response('{"ok":true}'));
  return requestPermission;
}

/** The switches on a fresh copy of the page, since the push state is the page's. */
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
  vi.stubEnv('PROD', true);
  localStorage.clear();
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'standalone');
});

describe('push on this device', () => {
  it('can be requested after a refusal, once the browser asks again [S3-185]', async () => {
    localStorage.setItem('push-state', 'denied');
    const requestPermission = browserWith({ permission: 'default' });
    await open();
    await expect.poll(() => here().disabled).toBe(false);
    fireEvent.click(here());
    await expect.poll(() => here().checked).toBe(true);
    expect(requestPermission).toHaveBeenCalledOnce();
  });

  it('says where to change a refusal that the browser has stored', async () => {
    browserWith({ permission: 'denied' });
    await open();
    expect(here().disabled).toBe(true);
    expect(screen.getByText(/Allow them for this site/)).toBeTruthy();
  });

  it.each(['default', 'granted'] as const)(
    'can be turned on before the service worker is ready: permission is %s',
    async (permission) => {
      browserWith({ permission, worker: 'installing' });
      await open();
      await expect.poll(() => here().disabled).toBe(false);
      fireEvent.click(here());
      await screen.findByText(/Turning on/);
      expect(here().disabled).toBe(true);
      expect(screen.queryByText(/can’t receive/)).toBeNull();
    },
  );

  it('says that it is unavailable once the browser refused the service worker', async () => {
    browserWith({ worker: 'refused' });
    await open();
    expect(screen.queryByText(/can’t receive/)).toBeNull();
    await screen.findByText(/can’t receive/);
    expect(here().disabled).toBe(true);
  });

  it('can still be turned on after the service worker failed to load', async () => {
    browserWith({ worker: 'unreachable' });
    await open();
    await expect.poll(() => here().disabled).toBe(false);
    fireEvent.click(here());
    await screen.findByText(/Turning on/);
    await expect.poll(() => here().disabled).toBe(false);
    expect(here().checked).toBe(false);
    expect(screen.queryByText(/can’t receive/)).toBeNull();
  });

  it('explains it on an iPhone, where only a home screen app supports it', async () => {
    Object.assign(navigator, { standalone: false });
    await open();
    expect(screen.getByText(/Add to Home Screen/)).toBeTruthy();
    expect(screen.queryByText(/can’t receive/)).toBeNull();
  });
});

describe('quiet hours', () => {
  const quiet = (to: string) => ({ quiet_hours: { from: '22:00', to, time_zone: 'UTC' } });

  it('are none if they begin as they end', async () => {
    await open(quiet('22:00'));
    expect(screen.getByText(/quiet hours are off/)).toBeTruthy();
  });

  it('are set if they end later', async () => {
    await open(quiet('07:00'));
    expect(screen.queryByText(/quiet hours are off/)).toBeNull();
  });
});
