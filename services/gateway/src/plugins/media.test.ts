import cookie from '@fastify/cookie';
import { LIMITS } from '@heartline/contracts';
import { countedHere } from '@heartline/platform';
import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import type { AppDeps } from '../app-deps.ts';
import { SESSION_COOKIE } from '../http/cookies.ts';
import { addMedia } from './media.ts';

/** The door to pictures, in front of which members say by their cookie who they are. */
async function openDoor() {
  const app = fastify();
  onTestFinished(() => app.close());
  app.decorateRequest('locale', 'en');
  await app.register(cookie);
  const take = countedHere(LIMITS.media, () => 0);
  const deps = {
    limits: { take: (name: string, key: string) => (name === 'media' ? take(key) : { outcome: 'allowed' }) },
    core: {
      accounts: { authenticate: async (member: string) => ({ member, status: 'active' }) },
      profiles: { photoFile: async () => ({ bytes: Buffer.from('picture'), maxAgeSeconds: 60 }) },
    },
  };
  addMedia(app, deps as unknown as AppDeps);
  return (cookies: Record<string, string>) => app.inject({ url: '/media/one.webp', cookies });
}

it('gives each member a whole screen of pictures a second, and then says when to come again', async () => {
  const get = await openDoor();
  const mara = { [SESSION_COOKIE]: 'mara' };
  const statuses = new Set<number>();
  for (let count = 0; count < LIMITS.media.points; count += 1) statuses.add((await get(mara)).statusCode);
  expect(statuses).toEqual(new Set([200]));
  const refused = await get(mara);
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  // Nobody else's: neither another member's nor a visitor's of the same address.
  expect((await get({ [SESSION_COOKIE]: 'jonas' })).statusCode).toBe(200);
  expect((await get({})).statusCode).toBe(200);
});
