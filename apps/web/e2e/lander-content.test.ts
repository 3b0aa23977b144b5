import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportVisit, setInvisible } from '@heartline/contracts';
import { addOperator, drawPicture, OPERATOR_COOKIE, type Person } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tabTo } from './keys.ts';
import { closeVisitors, emailField, heading, type LanderVisit, openLanderVisitor } from './lander-visitor.ts';
import { overflowOf } from './member-page.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Landing pages with the content of members and operators, and the figures of them all. */
let stage: Stage;
let jonas: Person;
let lena: Person;
let nils: Person;
let olaf: Person;

beforeAll(async () => {
  stage = await openStage();
  [jonas, lena, nils, olaf] = await stage.world.people(
    { name: 'Jonas', profile: { about: 'I bake on Sundays and give most of it away.' } },
    { name: 'Lena', fictional: true },
    { name: 'Nils', premium: true },
    { name: 'Olaf' },
  );
});
afterEach(() => closeVisitors(stage));
afterAll(() => stage?.close());

const origin = () => stage.world.gateways[0].origin;
const visitor = (visit?: LanderVisit) => openLanderVisitor(stage, visit);

describe('the landing page of a member', () => {
  it('continues on the sign-up tied to the member', async () => {
    const page = await visitor();
    await page.goto(`${origin()}/members/${jonas.id}/landing`);
    await heading(page).getByText('Write to Jonas').waitFor();
    await emailField(page).fill('zoe@example.org');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/members/${jonas.id}/signup`);
    const field = page.getByRole('main').locator('[name=email]');
    await expect.poll(() => field.inputValue()).toBe('zoe@example.org');
  });

  it('begins with their own words', async () => {
    const page = await visitor();
    await page.goto(`${origin()}/members/${jonas.id}/landing3`);
    await page.getByText('I bake on Sundays and give most of it away.').waitFor();
  });

  it('labels a fictional profile', async () => {
    const page = await visitor();
    await page.goto(`${origin()}/members/${lena.id}/landing`);
    await heading(page).getByText('Write to Lena (Fictional)').waitFor();
    await page.getByRole('main').getByText('Fictional', { exact: true }).waitFor();
  });

  it('is served without the member, and the same for one who never was', async () => {
    const asks = stage.world.browser();
    const bodyOf = async (id: string) => {
      const path = `/members/${id}/landing`;
      const { body } = await asks.send('GET', path, undefined, { accept: 'text/html' });
      return String(body)
        .replaceAll(id, 'ID')
        .replace(/"serverAt":\d+/, '');
    };
    const there = await bodyOf(jonas.id);
    expect(there).toContain('noindex');
    expect(there).not.toContain('Jonas');
    expect(there).toBe(await bodyOf(randomUUID().replaceAll('-', '').slice(0, 24)));
  });

  it('has the same shape without a member who is gone, blocked or invisible', async () => {
    const page = await visitor();
    const boxOf = async (id: string, title: string) => {
      await page.goto(`${origin()}/members/${id}/landing`);
      await heading(page).getByText(title).waitFor();
      const box = await page.getByRole('main').locator('img').first().boundingBox();
      return [box?.width, box?.height].map((size) => Math.round(size ?? 0));
    };
    const shapes: number[][] = [];
    for (const { id } of [nils, olaf]) shapes.push(await boxOf(id, 'Write to'));
    await nils.http.call(setInvisible, { invisible: true });
    await stage.world.inside.core.accounts.suspend(olaf.id);
    // Gateways know the state of a member for some seconds.
    stage.world.clock.advance(60_000);
    for (const id of [nils.id, olaf.id, '0'.repeat(24)]) {
      shapes.push(await boxOf(id, 'Say hello to someone new'));
      expect(await page.getByRole('main').innerText()).not.toMatch(/Nils|Olaf/);
      for (const path of ['landing2', 'landing3']) {
        await page.goto(`${origin()}/members/${id}/${path}`);
        await heading(page).waitFor();
        expect(await page.locator('body').innerText(), path).not.toMatch(/Nils|Olaf/);
      }
    }
    expect(shapes).toEqual(shapes.map(() => shapes[0]));
  });
});

describe('a campaign', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'campaign-'));
    const recorder = await visitor();
    await writeFile(join(folder, 'loop.webm'), await recordVideo(recorder));
    for (const [name, colour] of [
      ['pier', '#2f6f8f'],
      ['market', '#8f5a2f'],
      ['poster', '#6f2f8f'],
    ] as const)
      await writeFile(join(folder, `${name}.jpg`), await drawPicture(colour, { width: 800, height: 1000 }));
    const admin = adminOf(stage.world, { MEDIA_DIR: stage.world.mediaDir });
    const variant = {
      name: 'a',
      weight: 100,
      texts: wordsIn(['en', 'nl', 'de', 'fr', 'es', 'it', 'pl']),
      pictures: ['pier.jpg', 'market.jpg'],
      video: { file: 'loop.webm', poster: 'poster.jpg' },
    };
    for (const campaign of [
      { lander: 'video', slug: 'summer', variants: [variant] },
      { lander: 'gallery', slug: 'summer', variants: [variant] },
      { lander: 'collagelanding', variants: [variant] },
    ]) {
      const file = join(folder, 'campaign.json');
      await writeFile(file, JSON.stringify(campaign));
      const ran = await admin('landers', 'set', file, '--reason', 'A campaign with files');
      expect([ran.code, ran.err]).toEqual([0, '']);
    }
    stage.world.clock.advance(5_001);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const wordsIn = (languages: readonly string[]) =>
    Object.fromEntries(
      languages.map((language) => [
        language,
        {
          headline: `By the sea (${language})`,
          promise: 'Free to join.',
          button: 'Look around',
          lines: ['One line'],
        },
      ]),
    );

  /** Opens a lander and notes which files of campaigns the page asks for. */
  async function open(visit: LanderVisit = {}) {
    const page = await visitor({ reducedMotion: 'no-preference', ...visit });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/campaign-media/')) asked.push(pathname);
    });
    return { page, asked };
  }

  const videoOf = (page: Page) => page.locator('main video');
  const posterOf = (page: Page) => page.locator('main img').first();
  const isDrawn = (page: Page) => posterOf(page).evaluate((one: HTMLImageElement) => one.naturalWidth);

  it('plays its video over the poster, muted, and keeps its words and button', async () => {
    const { page } = await open();
    await page.goto(`${origin()}/landers/video/summer`);
    await heading(page).getByText('By the sea (en)').waitFor();
    await page.getByText('One line').waitFor();
    expect(await isDrawn(page)).toBe(800);
    await expect
      .poll(() => videoOf(page).evaluate((one: HTMLVideoElement) => one.currentTime > 0 && one.muted))
      .toBe(true);
    expect(await videoOf(page).getAttribute('controls')).toBeNull();
    await emailField(page).fill('zoe@example.org');
    await page.getByRole('main').getByRole('button', { name: 'Look around' }).click();
    await page.getByRole('dialog').waitFor();
    const draft = await page.evaluate(() => JSON.parse(localStorage.getItem('signup-draft') ?? '{}'));
    expect(draft.lander).toMatchObject({ lander: 'video', slug: 'summer', variant: 'a' });
  });

  it.each([
    ['reduced motion', { reducedMotion: 'reduce' }, {}],
    ['a data saver', {}, { saveData: true }],
    ['a slow connection', {}, { effectiveType: 'slow-2g' }],
  ] as const)('shows its poster and asks for no video with %s', async (_why, visit, connection) => {
    const { page, asked } = await open(visit);
    await page.addInitScript((said) => {
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g', ...said } });
    }, connection);
    const reported = page.waitForRequest('**/api/page-visit.php');
    await page.goto(`${origin()}/landers/video/summer`);
    await reported;
    await expect.poll(() => isDrawn(page)).toBe(800);
    expect(await videoOf(page).count()).toBe(0);
    expect(asked.map((path) => path.split('.')[1])).toEqual(['webp']);
  });

  it('shows without a slug as well; another slug shows the page’s own words', async () => {
    const { page, asked } = await open();
    await page.goto(`${origin()}/landers/collagelanding`);
    await heading(page).getByText('By the sea (en)').waitFor();
    await expect.poll(() => isDrawn(page)).toBe(800);
    expect(new Set(asked).size).toBe(2);
    await page.goto(`${origin()}/landers/video/winter`);
    await heading(page).waitFor();
    expect(await heading(page).textContent()).not.toContain('By the sea');
    expect(await posterOf(page).getAttribute('src')).toMatch(/^\/scenes\//);
    expect(await videoOf(page).count()).toBe(0);
  });

  it('does not call its pictures drawings', async () => {
    const { page } = await open();
    await page.goto(`${origin()}/landers/gallery/summer`);
    await heading(page).getByText('By the sea (en)').waitFor();
    const main = page.getByRole('main');
    await main.getByText('Members’ real photos are for members only.').waitFor();
    expect(await main.innerText()).not.toContain('drawings');
    expect(await main.locator('img[src^="/campaign-media/"]').count()).toBe(2);
  });
});

describe('what landing pages bring', () => {
  const enter = async (page: Page) => {
    const value = await addOperator(stage.world.inside.mongo, 'olga');
    const url = `https://${new URL(origin()).hostname}/`;
    const cookie = { name: OPERATOR_COOKIE, value, url, secure: true, httpOnly: true } as const;
    await page.context().addCookies([{ ...cookie, sameSite: 'Lax' }]);
  };
  const report = async (slug: string, times: number) => {
    for (let n = 0; n < times; n += 1) {
      const visit = { site: 'default', lander: 'maplanding', slug, locale: 'en' } as const;
      await stage.world.browser().call(reportVisit, { ...visit, kind: 'view' });
      if (n % 4 === 0) await stage.world.browser().call(reportVisit, { ...visit, kind: 'start' });
    }
  };

  it('stands in the operators’ app as a chart and a table', async () => {
    await report('spring', 40);
    await report('autumn', 4);
    const page = await visitor({ viewport: { width: 360, height: 740 } });
    await page.goto(`${origin()}/operator/landers`);
    // Nothing is shown to who is not signed in.
    await page.getByRole('heading', { name: 'Operators' }).waitFor();
    expect(await page.getByRole('figure').count()).toBe(0);
    await enter(page);
    await page.goto(`${origin()}/operator/landers?by=slug&rate=start`);
    const chart = page.getByRole('figure', { name: 'Starts per view' });
    const line = (name: string) => chart.getByRole('listitem').filter({ hasText: name });
    await line('maplanding / spring').getByText('25.0%').waitFor();
    await line('maplanding / autumn').getByText('Too few to say').waitFor();
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 860 });
      expect([width, await overflowOf(page)]).toEqual([width, 0]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect([width, colorScheme, await seriousFindings(page)]).toEqual([width, colorScheme, []]);
      }
    }
    // By keyboard alone: another chart, and the table that scrolls sideways.
    await page.setViewportSize({ width: 360, height: 740 });
    await tabTo(page, page.getByLabel('Chart', { exact: true }));
    // The first press opens the list.
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('figure', { name: 'Sign-ups per view' }).waitFor();
    await page.waitForURL('**/operator/landers?*rate=signUp*');
    const table = page.getByRole('region', { name: 'All figures' });
    await tabTo(page, table);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  });

  it('is one press away from the waiting chats', async () => {
    const page = await visitor();
    await enter(page);
    await page.goto(`${origin()}/operator`);
    await page.getByRole('link', { name: 'What landing pages bring' }).click();
    await page.getByRole('heading', { level: 1, name: 'What landing pages bring' }).waitFor();
    await page.getByRole('link', { name: 'Waiting chats' }).click();
    await page.getByRole('region', { name: 'Your shift' }).waitFor();
  });
});

/** A short WebM video, as a browser records it from a canvas. */
async function recordVideo(page: Page): Promise<Buffer> {
  await page.goto('about:blank');
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 400;
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let at = 0; at < 25; at += 1) {
      pen.fillStyle = `hsl(${at * 12} 50% 50%)`;
      pen.fillRect(0, 0, 320, 400);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

it('no page threw an error', () => expect(stage.errors).toEqual([]));
