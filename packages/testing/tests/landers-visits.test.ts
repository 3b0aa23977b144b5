import { type InputOf, LIMITS, reportVisit, signUp } from '@heartline/contracts';
import { HttpClient, outcomeOf, refusalOf, signUpForm, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignOf, createCampaigns, WHY } from './landers-in-test.ts';

let world: WorldHere;
let campaigns: Awaited<ReturnType<typeof createCampaigns>>;

beforeAll(async () => {
  world = await startWorld({ here: true });
  campaigns = await createCampaigns(world);
  await campaigns.admin('site', 'add', 'amora.example', ...WHY);
  world.clock.advance(5_001);
});
afterAll(async () => {
  await campaigns?.remove();
  await world?.stop();
});

const rows = (collection: string) =>
  world.inside.mongo.connection.collection<{ _id: string } & Record<string, unknown>>(collection);
const visit = (changes: Record<string, unknown> = {}) =>
  ({ site: 'default', lander: 'gallery', slug: 'summer', locale: 'en', kind: 'view', ...changes }) as InputOf<
    typeof reportVisit
  >;

describe('a visit', () => {
  it('is stored with the server’s time, country and source, and no person', async () => {
    const visitor = world.browser();
    visitor.cookies.set('network', encodeURIComponent('network=acme&ref=r-7&sub1=x'));
    await campaigns.set(campaignOf());
    const release = world.clock.hold();
    await rows('visits').deleteMany({});
    await visitor.call(reportVisit, visit({ variant: 'a', kind: 'start' }));
    const stored = await rows('visits').find().toArray();
    expect(stored).toEqual([
      {
        _id: expect.any(String),
        site: 'default',
        lander: 'gallery',
        slug: 'summer',
        variant: 'a',
        locale: 'en',
        country: '',
        network: 'acme',
        ref: 'r-7',
        kind: 'start',
        at: world.clock.now(),
        forgetAt: new Date(world.clock.now() + 90 * 86_400_000),
      },
    ]);
    release();
  });

  it.each([
    ['a visitor id', { visitor: 'v-1' }],
    ['a future day', { day: '2099-01-01' }],
    ['a time', { at: 1 }],
    ['an unknown lander', { lander: 'casino' }],
    ['an unknown kind', { kind: 'purchase' }],
    ['markup as slug', { slug: '<script>' }],
    ['the host of another site', { site: 'amora.example' }],
  ])('is refused with %s', async (_fault, changes) => {
    const before = await rows('visits').countDocuments();
    const { status, error } = await refusalOf(world.browser().call(reportVisit, visit(changes)));
    expect([status, error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(await rows('visits').countDocuments()).toBe(before);
  });

  it('counts under no variant that its campaign does not have', async () => {
    await campaigns.set(campaignOf({ slug: 'own' }));
    for (const [slug, variant] of [
      ['own', 'b'],
      ['own', 'invented'],
      ['no-campaign', 'a'],
    ]) {
      await world.browser().call(reportVisit, visit({ slug, variant }));
    }
    await campaigns.admin('landers', 'off', 'gallery', 'own', ...WHY);
    world.clock.advance(5_001);
    await world.browser().call(reportVisit, visit({ slug: 'own', variant: 'b', kind: 'start' }));
    const stored = await rows('visits')
      .find({ slug: { $in: ['own', 'no-campaign'] } })
      .toArray();
    expect(new Set(stored.map(({ slug, variant, kind }) => [slug, variant, kind].join(' ')))).toEqual(
      new Set(['no-campaign  view', 'own  view', 'own b start', 'own b view']),
    );
  });

  describe('with a new name', () => {
    let networks = 0;
    /** Reports a visit of amora.example from a network of its own. */
    async function report({ slug = 'summer', cookie = '' }): Promise<void> {
      const client = new HttpClient({ address: world.gateways[0].address, origin: 'http://amora.example' });
      if (cookie) client.cookies.set('network', encodeURIComponent(cookie));
      networks += 1;
      const from = { 'x-forwarded-for': `10.202.${networks >> 6}.${networks & 63}` };
      const body = JSON.stringify(visit({ site: 'amora.example', slug }));
      expect((await client.send('POST', reportVisit.path, body, from)).status).toBe(200);
    }

    /** The names of the visits since the last call. */
    async function counted(field: 'slug' | 'network'): Promise<string[]> {
      const stored = await rows('visits').find({ site: 'amora.example' }).toArray();
      await rows('visits').deleteMany({ site: 'amora.example' });
      return stored.map((row) => String(row[field]));
    }

    it.each([
      ['slug', 200, (slug: string) => ({ slug })],
      ['network', 50, (network: string) => ({ cookie: `network=${network}&ref=r` })],
    ] as const)('counts by the first ones of a site and day: %s, %i', async (field, most, sent) => {
      await counted(field);
      const all = Array.from({ length: most + 20 }, (_, n) => `new-${n}`);
      // A busy gateway refuses more at once.
      for (let from = 0; from < all.length; from += 10)
        await Promise.all(all.slice(from, from + 10).map((name) => report(sent(name))));
      const first = await counted(field);
      const names = all.filter((name) => first.includes(name));
      expect([first.length, names.length]).toEqual([most + 20, most]);
      const [known = ''] = names;
      const missed = all.find((name) => !names.includes(name)) ?? '';
      for (const name of [known, missed]) await report(sent(name));
      expect((await counted(field)).toSorted()).toEqual(['', known]);
      world.clock.advance(86_400_000);
      await report(sent(missed));
      expect(await counted(field)).toEqual([missed]);
    });

    it('counts a campaign of an operator in any case', async () => {
      await campaigns.set(campaignOf({ slug: 'set-up' }), 'amora.example');
      await report({ slug: 'last-one' });
      await rows('visitNameDays').updateMany({}, { $set: { count: 200 } });
      await counted('slug');
      for (const slug of ['one-more', 'set-up']) await report({ slug });
      expect((await counted('slug')).toSorted()).toEqual(['', 'set-up']);
    });
  });

  it('is refused with a slug of 1 MB', async () => {
    const body = JSON.stringify(visit({ slug: 'x'.repeat(1_000_000) }));
    const answer = await world.browser().send('POST', reportVisit.path, body);
    expect(answer.status).toBe(413);
  });

  it('is refused from pages of another origin', async () => {
    const body = JSON.stringify(visit());
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await world.browser().send('POST', reportVisit.path, body, headers);
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FOREIGN_ORIGIN' } } });
  });

  it('counts at most 120 a minute from one network, however many are sent', async () => {
    const before = await rows('visits').countDocuments();
    const from = { 'x-forwarded-for': '10.201.0.1' };
    const body = JSON.stringify(visit({ slug: 'flood' }));
    const flood = world.browser();
    const codes = new Map<number, number>();
    for (let sent = 0; sent < 10_000; sent += 500) {
      const some = Array.from({ length: 500 }, () => flood.send('POST', reportVisit.path, body, from));
      for (const { status } of await Promise.all(some)) codes.set(status, (codes.get(status) ?? 0) + 1);
    }
    // A slow machine may send for longer than a minute.
    const stored = (await rows('visits').countDocuments()) - before;
    expect(codes.get(200)).toBe(stored);
    expect(codes.get(429)).toBe(10_000 - stored);
    expect(stored).toBeGreaterThanOrEqual(LIMITS.visit.points);
    expect(stored).toBeLessThan(10 * LIMITS.visit.points);
    expect(await outcomeOf(world.browser().call(reportVisit, visit({ slug: 'flood' })))).toBe('OK');
  });
});

describe('a sign-up that a lander began', () => {
  const landerOf = async (email: string) => (await rows('accounts').findOne({ email }))?.['lander'];

  it('keeps the lander, its campaign and the variant on the account', async () => {
    const tag = { site: 'default', lander: 'gallery', slug: 'summer', variant: 'b' } as const;
    const entered = signUpForm({ lander: tag });
    await world.browser().call(signUp, entered);
    expect(await landerOf(entered.email)).toEqual({ lander: 'gallery', slug: 'summer', variant: 'b' });
  });

  it('ignores the lander of another site', async () => {
    const entered = signUpForm({ lander: { site: 'amora.example', lander: 'gallery', slug: 'amora-only' } });
    await world.browser().call(signUp, entered);
    expect(await rows('accounts').findOne({ email: entered.email })).not.toBeNull();
    expect(await landerOf(entered.email)).toBeUndefined();
  });
});
