import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getLander, type InputOf } from '@heartline/contracts';
import { HttpClient, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignOf, createCampaigns, textsOf, WHY } from './landers-in-test.ts';

let world: WorldHere;
let campaigns: Awaited<ReturnType<typeof createCampaigns>>;
let webDir: string;

beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'heartline-web-'));
  const index =
    '<html lang="en"><head><title>Heartline</title></head><body><div id="root"></div></body></html>';
  await writeFile(join(webDir, 'index.html'), index);
  world = await startWorld({ here: true, webDir });
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
  await rm(webDir, { recursive: true, force: true });
});

/** A browser on the site amora.example. */
const atAmora = () => new HttpClient({ address: world.gateways[0].address, origin: 'http://amora.example' });

const rows = (collection: string) =>
  world.inside.mongo.connection.collection<{ _id: string } & Record<string, unknown>>(collection);
const show = (input: InputOf<typeof getLander>, client = world.browser()) => client.call(getLander, input);
const { en, nl, de } = textsOf('Meet tonight');
const inDutchAndGerman = { name: 'a', weight: 100, texts: { en, nl, de } };

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

  it('is stored as the language of the visit only if it is the campaign’s own', async () => {
    const page = async (path: string, client = world.browser()) => {
      const { body } = await client.send('GET', path, undefined, { accept: 'text/html' });
      return [/<html[^>]* lang="(\w+)"/.exec(String(body))?.[1], client.cookies.get('i18n_redirected')];
    };
    await campaigns.set(campaignOf({ slug: 'berlin', language: 'de' }));
    await campaigns.set(
      campaignOf({ slug: 'own-words', language: 'de', variants: [{ name: 'a', weight: 100 }] }),
    );
    await campaigns.set(campaignOf({ slug: 'any' }));
    expect(await page('/landers/gallery/berlin')).toEqual(['de', 'de']);
    expect(await page('/landers/gallery/own-words')).toEqual(['de', 'de']);
    expect(await page('/landers/gallery/any')).toEqual(['en', undefined]);
    expect(await page('/fr/landers/gallery/berlin')).toEqual(['fr', undefined]);
    const chosen = world.browser();
    chosen.cookies.set('i18n_redirected', 'nl');
    expect(await page('/landers/gallery/berlin', chosen)).toEqual(['nl', 'nl']);
  });

  it('keeps the language of the page where English stands in for its words', async () => {
    const change = (name: string, value: string) =>
      campaigns.admin('site', 'set', 'amora.example', name, value, ...WHY);
    await change('countries', 'NL,DE');
    await campaigns.set(campaignOf({ slug: 'early', variants: [inDutchAndGerman] }), 'amora.example');
    await change('countries', 'NL,DE,PL');
    await change('domain_language', 'pl-PL');
    world.clock.advance(5_001);
    const visitor = atAmora();
    const { body } = await visitor.send('GET', '/landers/gallery/early', undefined, { accept: 'text/html' });
    expect(body).toContain('"headline":"Meet tonight (en)"');
    expect(body).toMatch(/<html[^>]* lang="pl"/);
    expect(visitor.cookies.get('i18n_redirected')).toBeUndefined();
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
  });

  it('has no other file in public: no draft, and none outside its folder', async () => {
    const shown = `${'0'.repeat(32)}.webp`;
    const secret = `${'1'.repeat(32)}.webp`;
    await mkdir(join(world.mediaDir, '00'), { recursive: true });
    for (const name of [
      `campaigns/${shown}`,
      'campaigns/x.draft',
      'campaigns/one.jpg',
      secret,
      `00/${secret}`,
    ])
      await writeFile(join(world.mediaDir, name), 'bytes');
    const statusOf = async (path: string) =>
      (await world.browser().send('GET', `/campaign-media/${path}`)).status;
    expect(await statusOf(shown)).toBe(200);
    for (const up of ['..', '%2e%2e', '.%2e', '%2e%2e%2f..', '..%2f', '%2e%2e%5c', `${shown}/..`, './..'])
      for (const path of [`${up}/${secret}`, `${up}%2f${secret}`, `${up}/00/${secret}`])
        expect([path, await statusOf(path)]).toEqual([path, expect.toBeOneOf([400, 403, 404])]);
    for (const path of ['x.draft', 'one.jpg', '%78.draft'])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
  });

  it('of another site is not shown', async () => {
    await campaigns.set(campaignOf({ slug: 'amora-only' }), 'amora.example');
    expect((await show({ lander: 'gallery', slug: 'amora-only' }, atAmora())).texts).not.toBeNull();
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
    [
      'an svg named mp4',
      { variants: [video('drawn.mp4')] },
      'drawn.mp4 holds no mp4 or webm video. Export it',
    ],
    [
      'a video of three bytes',
      { variants: [video('cut.mp4')] },
      'cut.mp4 holds no mp4 or webm video. Export it',
    ],
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
