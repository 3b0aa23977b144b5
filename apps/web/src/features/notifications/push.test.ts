// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The service workers of a browser with this registration. */
const workersWith = (registration: object) => ({
  ready: Promise.resolve(registration),
  getRegistration: async () => registration,
  register: async () => registration,
});

/** The push features of a browser. */
function browserWith(part: { permission?: NotificationPermission; subscription?: object | null }) {
  const { permission = 'granted', subscription = null } = part;
  vi.stubGlobal('PushManager', () => {});
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: vi.fn<PushManager['subscribe']>(
      async () =>
        ({ toJSON: () => ({ endpoint: 'https://push.example/1', keys: {} }) }) as unknown as PushSubscription,
    ),
  };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: workersWith({ pushManager }),
  });
  vi.stubGlobal('fetch', async () => new Response('{"ok":true}'));
  return pushManager;
}

async function fresh() {
  vi.resetModules();
  return import('./push.ts');
}

describe('the push state', () => {
  beforeEach(() => {
    vi.unstubAllGlobals();
    vi.stubEnv('PROD', true);
    localStorage.clear();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it('has isCapable: true only in a browser with push [S3-180]', async () => {
    browserWith({});
    expect((await fresh()).pushState().isCapable).toBe(true);
    vi.unstubAllGlobals();
    vi.stubGlobal('PushManager', undefined);
    Reflect.deleteProperty(globalThis, 'PushManager');
    expect((await fresh()).pushState().isCapable).toBe(false);
  });

  it('has an absent subscription when none was made [S3-183]', async () => {
    browserWith({});
    const { refreshPush, pushState } = await fresh();
    await refreshPush();
    expect(pushState()).toMatchObject({ subscription: 'absent', isSubscribed: false });
  });

  it('has isSubscribed, and a present subscription, once it was made [S3-181 S3-184]', async () => {
    browserWith({});
    const { subscribeToPush, pushState } = await fresh();
    expect(pushState().isSubscribed).toBe(false);
    await subscribeToPush('key');
    expect(pushState()).toMatchObject({ subscription: 'present', isSubscribed: true });
  });

  it('has a denied subscription after a refusal, also at the next start [S3-185]', async () => {
    browserWith({ permission: 'denied' });
    const { subscribeToPush, pushState } = await fresh();
    await subscribeToPush('key');
    expect(pushState()).toMatchObject({ subscription: 'denied', isSubscribed: false });
    browserWith({ permission: 'default' });
    const next = await fresh();
    await next.refreshPush();
    expect(next.pushState().subscription).toBe('denied');
    browserWith({ permission: 'granted' });
    const later = await fresh();
    await later.refreshPush();
    expect(later.pushState().subscription).toBe('absent');
  });

  it('renews a subscription when the site has another key', async () => {
    const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true);
    const applicationServerKey = new Uint8Array([255, 239, 4, 1]).buffer;
    const subscription = { options: { applicationServerKey }, unsubscribe, toJSON: () => ({}) };
    const { subscribe } = browserWith({ subscription });
    const { refreshPush, pushState } = await fresh();
    const { keys, queryClient } = await import('../../client/query.ts');
    await refreshPush();
    queryClient.setQueryData(keys.settings, { push_public_key: '_-8EAQ==' });
    await refreshPush();
    expect(unsubscribe).not.toHaveBeenCalled();
    queryClient.setQueryData(keys.settings, { push_public_key: 'another' });
    await refreshPush();
    expect(unsubscribe).toHaveBeenCalledOnce();
    expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: 'another' }]]);
    expect(pushState().subscription).toBe('present');
  });

  it('has lastMessage: the last push [S3-182]', async () => {
    browserWith({});
    const { notePush, pushState } = await fresh();
    expect(pushState().lastMessage).toBeNull();
    const payload = { kind: 'message', title: 'a', body: 'b', tag: 'c', url: '/chats/d', badge: 1 } as const;
    notePush(payload);
    expect(pushState().lastMessage).toEqual(payload);
  });
});
