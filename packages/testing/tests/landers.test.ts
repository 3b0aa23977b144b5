import { readdir } from 'node:fs/promises';
import { getLander, type InputOf, LIMITS, reportVisit, signUp } from '@heartline/contracts';
import { HttpClient, outcomeOf, refusalOf, signUpForm, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignOf, createCampaigns, textsOf, WHY } from './landers-in-test.ts';

let world: WorldHere;
let campaigns: Awaited<ReturnType<typeof createCampaigns>>;

beforeAll(async () => {
  world = await startWorld({ here: true });
  campaigns = await createCampaigns(world);
  for (const [name, value] of [
    ['domain_language', 'en'],
    ['countries', 'NL,DE,GB,ES,FR,IT,PL'],
  ] as const) {
    await campaigns.admin('site', 'set', 'default', name, value, ...WHY);
  }
  await campaigns.admin('site', 'add', 'amora.example', ...WHY);
  world.clock.advance(5_001);
});
afterAll(async () => {
  await campaigns?.remove();
  await world?.stop();
});

const rows = (collection: string) =>
  world.inside.mongo.connection.collection<{ _id: string } & Record<string, unknown>>(collection);
const show = (input: InputOf<typeof getLander>, client = world.browser()) => client.call(getLander, input);
const visit = (changes: Record<string, unknown> = {}) =>
  ({ site: 'default', lander: 'gallery', slug: 'summer', locale: 'en', kind: 'view', ...changes }) as InputOf<
    typeof reportVisit
  >;

describe('a campaign', () => {
  it('shows one of its variants, and the same one again by its name', async () => {
    expect((await campaigns.set(campaignOf())).out).toContain('gallery/summer is on.');
    const drawn = await show({ lander: 'gallery', slug: 'summer', locale: 'de' });
    expect(drawn).toMatchObject({
      tag: { site: 'default', lander: 'gallery', slug: 'summer' },
      locale: 'de',
      pictures: [],
      video: null,
    });
    expect(drawn.texts?.headline).toBe(
      drawn.tag.variant === 'a' ? 'Meet tonight (de)' : 'Someone to write to (de)',
    );
    for (const variant of ['a', 'b']) {
      expect((await show({ lander: 'gallery', slug: 'summer', variant })).tag.variant).toBe(variant);
    }
    const seen = new Set<string | undefined>();
    for (let n = 0; n < 60; n += 1) seen.add((await show({ lander: 'gallery', slug: 'summer' })).tag.variant);
    expect(seen).toEqual(new Set(['a', 'b']));
  });

  it('shows its own language to visitors who chose none', async () => {
    await campaigns.set(campaignOf({ slug: 'berlin', language: 'de' }));
    expect((await show({ lander: 'gallery', slug: 'berlin' })).locale).toBe('de');
    const chosen = world.browser();
    chosen.cookies.set('i18n_redirected', 'nl');
    expect((await show({ lander: 'gallery', slug: 'berlin' }, chosen)).locale).toBe('nl');
    expect((await show({ lander: 'gallery', slug: 'berlin', locale: 'fr' })).locale).toBe('fr');
  });

  it('leaves a lander its own words for an unknown slug, which it counts by', async () => {
    expect(await show({ lander: 'gallery', slug: 'nobody-set-this-up', locale: 'pl' })).toEqual({
      tag: { site: 'default', lander: 'gallery', slug: 'nobody-set-this-up' },
      locale: 'pl',
      texts: null,
      pictures: [],
      video: null,
    });
  });

  it('has its pictures and video on the site itself, for ranges as well', async () => {
    const files = { pictures: ['one.jpg'], video: { file: 'loop.mp4', poster: 'one.jpg' } };
    await campaigns.set(campaignOf({ slug: 'film', variants: [{ name: 'a', weight: 100, ...files }] }));
    const { pictures, video } = await show({ lander: 'gallery', slug: 'film' });
    expect(pictures).toEqual([
      { src: expect.stringMatching(/^\/campaign-media\/[0-9a-f]{32}\.webp$/), width: 640, height: 800 },
    ]);
    expect(video).toMatchObject({ type: 'video/mp4', poster: pictures[0] });
    const visitor = world.browser();
    const picture = await visitor.send('GET', pictures[0]?.src ?? '');
    expect(picture).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp', 'cache-control': expect.stringContaining('immutable') },
    });
    const part = await visitor.send('GET', video?.src ?? '', undefined, { range: 'bytes=0-99' });
    expect(part).toMatchObject({
      status: 206,
      headers: { 'content-type': 'video/mp4', 'content-length': '100' },
    });
    for (const path of ['../00/00', 'x.draft', 'one.jpg'])
      expect((await visitor.send('GET', `/campaign-media/${path}`)).status).toBe(404);
  });

  it('of another site is not shown', async () => {
    await campaigns.set(campaignOf({ slug: 'amora-only' }), 'amora.example');
    const there = new HttpClient({
      address: world.gateways[0].address,
      origin: 'http://amora.example',
    });
    expect((await show({ lander: 'gallery', slug: 'amora-only' }, there)).texts).not.toBeNull();
    expect((await show({ lander: 'gallery', slug: 'amora-only' })).texts).toBeNull();
  });

  it('ends with `off`, with an audited reason', async () => {
    await campaigns.set(campaignOf({ slug: 'short' }));
    const off = await campaigns.admin('landers', 'off', 'gallery', 'short', ...WHY);
    expect(off).toMatchObject({ code: 0, out: 'gallery/short is off. Visitors see it within 5 seconds.\n' });
    world.clock.advance(5_001);
    expect((await show({ lander: 'gallery', slug: 'short' })).texts).toBeNull();
    const again = await campaigns.admin('landers', 'off', 'gallery', 'short', ...WHY);
    expect(again).toMatchObject({ code: 1, err: 'There is no such campaign that is on.\n' });
    const log = JSON.parse((await campaigns.admin('--json', 'audit')).out) as { act: string }[];
    expect(log.filter(({ act }) => act === 'lander.off').length).toBeGreaterThan(0);
  });
});

describe('a campaign file with a fault', () => {
  const variant = { name: 'a', weight: 100, texts: textsOf('Hello') };
  const withoutPolish = { ...textsOf('Hello'), pl: undefined };
  const video = (file: string) => ({ ...variant, video: { file, poster: 'one.jpg' } });

  it.each([
    [
      'weights that do not add up',
      {
        variants: [
          { ...variant, weight: 70 },
          { ...variant, name: 'b', weight: 20 },
        ],
      },
      'variants: the weights add up to 90, not 100',
    ],
    [
      'a missing language',
      { variants: [{ ...variant, texts: withoutPolish }] },
      'variants.0.texts: missing: pl',
    ],
    ['a video of 60 MB', { variants: [video('huge.mp4')] }, 'huge.mp4 has 60 MB: at most 6 MB are taken.'],
    [
      'an svg as video',
      { variants: [video('drawn.svg')] },
      'variants.0.video.file: a video is an mp4 or webm file',
    ],
    ['an svg named mp4', { variants: [video('drawn.mp4')] }, 'drawn.mp4 holds no mp4 or webm video.'],
    [
      'an svg named jpg',
      { variants: [{ ...variant, pictures: ['one.jpg', 'drawn.jpg'] }] },
      'drawn.jpg holds no picture, or one that is too large.',
    ],
    [
      'an http picture',
      { variants: [{ ...variant, pictures: ['http://pictures.example/one.jpg'] }] },
      'variants.0.pictures.0: http: is refused; name a file beside the campaign, or an https address',
    ],
    ['a file that is not there', { variants: [video('gone.mp4')] }, "gone.mp4 can't be read: ENOENT"],
    [
      'a slug with markup',
      { slug: '<script>' },
      'slug: a slug has 1 to 40 small letters, digits and hyphens',
    ],
    ['a slug where none is', { lander: 'adultonly' }, 'slug: the address of adultonly takes no slug'],
    ['an unknown lander', { lander: 'casino' }, 'lander: no such lander'],
    ['an unknown field', { urgency: 'now' }, 'the file: unknown: urgency'],
    ['a language of another site', { language: 'sv' }, 'language: no language of this product'],
    [
      'two variants of one name',
      {
        variants: [
          { ...variant, weight: 50 },
          { ...variant, weight: 50 },
        ],
      },
      'variants: two variants have the same name',
    ],
    [
      'a headline of 81 characters',
      { variants: [{ ...variant, texts: textsOf('x'.repeat(81)) }] },
      'variants.0.texts.en.headline: a headline has 1 to 80 characters on one line',
    ],
  ])('is refused with its reason: %s', async (_fault, changes, reason) => {
    const before = [await rows('landers').countDocuments(), await storedFiles()];
    const { code, err } = await campaigns.set(campaignOf({ slug: 'faulty', ...changes }));
    expect(code).toBe(1);
    expect(err).toContain(reason);
    expect([await rows('landers').countDocuments(), await storedFiles()]).toEqual(before);
  });

  async function storedFiles(): Promise<string[]> {
    const entries = await readdir(world.mediaDir, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }
});

describe('a visit', () => {
  it('is stored with the server’s time, country and source, and no person', async () => {
    const visitor = world.browser();
    visitor.cookies.set('network', encodeURIComponent('network=acme&ref=r-7&sub1=x'));
    const release = world.clock.hold();
    await visitor.call(reportVisit, visit({ slug: 'once', variant: 'a', kind: 'start' }));
    const stored = await rows('visits').find({ slug: 'once' }).toArray();
    expect(stored).toEqual([
      {
        _id: expect.any(String),
        site: 'default',
        lander: 'gallery',
        slug: 'once',
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
