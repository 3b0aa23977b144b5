import cookie from '@fastify/cookie';
import { LIMITS } from '@heartline/contracts';
import { countedHere } from '@heartline/platform';
import { fastify } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { AppDeps } from '../app-deps.ts';
import { OPERATOR_COOKIE, SESSION_COOKIE } from '../http/cookies.ts';
import { addMedia } from './media.ts';

/** The door to pictures, in front of which members and operators say by their cookie who they are. */
async function openMedia() {
  const app = fastify();
  onTestFinished(() => app.close());
  app.decorateRequest('locale', 'en');
  await app.register(cookie);
  const take = countedHere(LIMITS.media, () => 0);
  const statusOf = vi.fn<() => Promise<object>>(async () => ({ fictional: true, site: 'default' }));
  const deps = {
    limits: { take: (name: string, key: string) => (name === 'media' ? take(key) : { outcome: 'allowed' }) },
    core: {
      accounts: {
        authenticate: async (member: string) => ({ member, status: 'active' }),
        operators: { authenticate: async (operator: string) => ({ operator, site: 'default' }) },
      },
      profiles: {
        statusOf,
        photoFile: async () => ({ bytes: Buffer.from('picture'), maxAgeSeconds: 60 }),
      },
    },
  };
  addMedia(app, deps as unknown as AppDeps);
  const get = (cookies: Record<string, string>, query: Record<string, string> = {}) =>
    app.inject({ url: '/media/one.webp', cookies, query });
  return { get, statusOf };
}

it('serves a member a screen of pictures a second, then says when to retry', async () => {
  const { get } = await openMedia();
  const mara = { [SESSION_COOKIE]: 'mara' };
  const statuses = new Set<number>();
  for (let count = 0; count < LIMITS.media.points; count += 1) statuses.add((await get(mara)).statusCode);
  expect(statuses).toEqual(new Set([200]));
  const refused = await get(mara);
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  // Neither another member nor a visitor of the same address is limited.
  expect((await get({ [SESSION_COOKIE]: 'jonas' })).statusCode).toBe(200);
  expect((await get({})).statusCode).toBe(200);
});

it('counts each operator separately, even if many share an address with visitors', async () => {
  const { get, statusOf } = await openMedia();
  const asAda = { for: 'ada' };
  const statuses = new Set<number>();
  for (let count = 0; count < LIMITS.media.points; count += 1)
    statuses.add((await get({ [OPERATOR_COOKIE]: 'ana' }, asAda)).statusCode);
  expect(statuses).toEqual(new Set([200]));
  statusOf.mockClear();
  expect((await get({ [OPERATOR_COOKIE]: 'ana' }, asAda)).statusCode).toBe(429);
  expect((await get({}, asAda)).statusCode).toBe(200);
  // No look-up for an operator over the limit, or for a caller who is none.
  expect(statusOf).not.toHaveBeenCalled();
  expect((await get({ [OPERATOR_COOKIE]: 'ben' }, asAda)).statusCode).toBe(200);
});
