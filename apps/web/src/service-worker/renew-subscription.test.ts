import { afterEach, expect, it, vi } from 'vitest';
import { renewSubscription } from './renew-subscription.ts';

afterEach(() => void vi.unstubAllGlobals());

const subscription = (name: string, key?: string) =>
  ({
    toJSON: () => ({ endpoint: name }),
    options: { applicationServerKey: key ?? null, userVisibleOnly: true },
  }) as unknown as PushSubscription;

/** A site with this key, and a browser that subscribes; with the requests each received. */
function browser(siteKey: string | undefined) {
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, options?: { body: string }) => {
    if (url === '/api/settings.php') {
      if (siteKey === undefined) throw new Error('offline');
      return Response.json({ settings: { push_public_key: siteKey } });
    }
    requests.push([url, JSON.parse(options?.body ?? '')]);
    return Response.json({ ok: true });
  });
  const subscribe = vi.fn<PushManager['subscribe']>(async () => subscription('made'));
  return { requests, subscribe };
}
const requestsFor = (endpoint: string) => [['/api/user.php?push=1', { subscription: { endpoint } }]];

it('subscribes with the key of the site when the browser gives no subscription', async () => {
  const { requests, subscribe } = browser('key of the site');
  await renewSubscription({ subscribe }, { oldSubscription: null });
  expect(subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: 'key of the site',
  });
  expect(requests).toEqual(requestsFor('made'));
});

it('uses the key of the old subscription when the site can’t be reached', async () => {
  const { requests, subscribe } = browser(undefined);
  await renewSubscription({ subscribe }, { oldSubscription: subscription('old', 'old key') });
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'old key' });
  expect(requests).toEqual(requestsFor('made'));
});

it('sends the server the subscription that the browser made by itself', async () => {
  const { requests, subscribe } = browser('key of the site');
  await renewSubscription({ subscribe }, { newSubscription: subscription('renewed') });
  expect(subscribe).not.toHaveBeenCalled();
  expect(requests).toEqual(requestsFor('renewed'));
});

it('does nothing when the site has no push', async () => {
  const { requests, subscribe } = browser('');
  await renewSubscription({ subscribe }, {});
  expect([subscribe.mock.calls, requests]).toEqual([[], []]);
});
