import type { Person } from '@heartline/testing';
import { sharp } from '@heartline/testing/bench-access';
import type { Browser, Page } from 'playwright-core';
import { median } from '../figures.ts';
import { later, type Result, type Row } from '../measure.ts';
import { signIn, USUAL_VISITOR, withMembersSite } from '../member-browser.ts';
import { startEmptyReactPage } from '../servers/empty-react-page.ts';

const REPETITIONS = 5;
/** Slows a desktop CPU down to a mid-range phone. */
const CPU_THROTTLE = 4;
const PHONE = { width: 412, height: 823 };
/** Time for the effect of a press to be painted, at this CPU speed. */
const SETTLE_MS = 600;
const TARGETS = { lcp: 2_000, inp: 100, cls: 0.02 };
/** A slow mobile line: advertisements bring visitors to landing pages over one. Bytes a second, and ms. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const LANDER_LCP_MS = 1_800;
/** Limit of our largest paint, as a multiple of a page with React alone. */
const MOST_OF_EMPTY = 1.3;
const EMPTY = 'empty React page';

interface Vitals {
  /** Time of the largest paint, in ms from the start of the visit. */
  lcp: number;
  /** The slowest press, from the input to the next paint, in ms. */
  inp: number;
  /** The sum of all unexpected shifts: at least the worst window of them. */
  cls: number;
}

interface Visit {
  name: string;
  address: string;
  /** A selector that matches once the page shows its content. */
  ready: string;
  /** Selectors of the elements to press, in order. */
  presses: readonly string[];
  person?: Person;
  /** A landing page, over a slow line. */
  isLander?: true;
}

const LANDERS = ['gallery', 'video'];

/**
 * The three Web Vitals of a first visit on a phone with an empty cache, in real Chromium with a slowed CPU. The
 * baseline is a page of React alone with the same picture and one button, visited alternately.
 */
export async function webVitals(): Promise<Result> {
  const picture = await mainPicture();
  const empty = await startEmptyReactPage(picture);
  try {
    return await withMembersSite(1, async ({ world, browser }) => {
      const wishes = Array.from({ length: 24 }, (_, at) => ({ name: `Person ${at}` }));
      const [person, ...others] = await world.people({ name: 'Visitor', credits: 5 }, ...wishes);
      if (!person || !others[0]) throw new Error('the world has too few members');
      await Promise.all(others.slice(0, 12).map((other) => upload(other, picture)));
      const origin = world.gateways[0]?.origin ?? '';
      const visits: Visit[] = [
        { name: EMPTY, address: empty.address, ready: 'img', presses: ['button'] },
        {
          name: 'sign-up',
          address: `${origin}/signup`,
          ready: 'form[data-step] [name=email]',
          presses: ['form[data-step] [name=email]', 'form[data-step] button[type=submit]'],
        },
        {
          name: 'search',
          address: `${origin}/members`,
          ready: 'main article a',
          presses: ['main button[aria-haspopup=dialog]'],
          person,
        },
        {
          name: 'profile',
          address: `${origin}/members/${others[0].id}`,
          ready: 'main h1',
          presses: ['main button[aria-pressed]'],
          person,
        },
        ...LANDERS.map((lander) => ({
          name: `landing page ${lander}, slow line`,
          address: `${origin}/landers/${lander}`,
          ready: 'main h1',
          presses: ['main [name=email]'],
          isLander: true as const,
        })),
      ];
      return inRounds(browser, visits);
    });
  } finally {
    empty.stop();
  }
}

async function inRounds(browser: Browser, visits: readonly Visit[]): Promise<Result> {
  const seen = new Map<string, Vitals[]>(visits.map(({ name }) => [name, []]));
  const largest = new Map<string, string>();
  const faults: string[] = [];
  for (let turn = 0; turn < REPETITIONS; turn += 1) {
    for (const one of turn % 2 === 0 ? visits : visits.toReversed()) {
      const { vitals, element, errors } = await visit(browser, one);
      seen.get(one.name)?.push(vitals);
      largest.set(one.name, element);
      faults.push(...errors.map((error) => `${one.name}: ${error}`));
      if (!(vitals.lcp > 0)) faults.push(`${one.name}: nothing was painted`);
      if (!(vitals.inp > 0)) faults.push(`${one.name}: no press was seen`);
    }
  }
  return {
    rows: visits.flatMap((one) => rowsOf(one, seen)),
    faults,
    notes: [
      `Chromium ${browser.version()}, CPU ${CPU_THROTTLE} times slower, ${PHONE.width} × ${PHONE.height}, loopback, landing pages over 1.6 Mbit/s and 150 ms, ${REPETITIONS} first visits each, in turns.`,
      `Largest on each: ${[...largest].map(([name, element]) => `${name} ${element}`).join(', ')}.`,
    ],
  };
}

function rowsOf({ name, isLander }: Visit, seen: ReadonlyMap<string, readonly Vitals[]>): Row[] {
  const valuesOf = (page: string, figure: keyof Vitals) => (seen.get(page) ?? []).map((one) => one[figure]);
  const isEmpty = name === EMPTY;
  const row = (figure: keyof Vitals, words: string, unit: string, digits: number): Row => ({
    figure: `${name}: ${words}`,
    values: valuesOf(name, figure),
    digits,
    ...(unit ? { unit } : {}),
    ...(isEmpty
      ? {}
      : { target: { atMost: isLander && figure === 'lcp' ? LANDER_LCP_MS : TARGETS[figure] } }),
  });
  const floor = median(valuesOf(EMPTY, 'lcp'));
  const timesEmpty: Row = {
    figure: `${name}: largest paint, as a multiple of the empty page's`,
    values: valuesOf(name, 'lcp').map((lcp) => lcp / floor),
    target: { atMost: MOST_OF_EMPTY },
  };
  return [
    row('lcp', 'largest paint (LCP)', 'ms', 0),
    ...(isEmpty || isLander ? [] : [timesEmpty]),
    row('inp', 'slowest press (INP)', 'ms', 0),
    row('cls', 'layout shift (CLS)', '', 3),
  ];
}

/**
 * Runs in the page before its own scripts. The entry for the first input also covers presses too fast for the event
 * list.
 */
const OBSERVE = `${USUAL_VISITOR}
  globalThis.vitals = { lcp: 0, inp: 0, cls: 0, element: '' };
  const watch = (type, see, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true, ...options });
  watch('largest-contentful-paint', ({ startTime, element }) => {
    vitals.lcp = startTime;
    vitals.element = element?.tagName.toLowerCase() ?? '';
  });
  watch('layout-shift', (shift) => { if (!shift.hadRecentInput) vitals.cls += shift.value; });
  const press = ({ duration }) => { vitals.inp = Math.max(vitals.inp, duration); };
  watch('event', (event) => { if (event.interactionId) press(event); }, { durationThreshold: 16 });
  watch('first-input', press);
`;

async function visit(browser: Browser, { address, ready, presses, person, isLander }: Visit) {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, locale: 'en' });
  try {
    const errors: string[] = [];
    context.on('weberror', (error) => errors.push(error.error().message));
    await context.addInitScript({ content: OBSERVE });
    if (person) await signIn(context, person);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE });
    if (isLander) await session.send('Network.emulateNetworkConditions', SLOW_LINE);
    // The app's beacon says that it has taken the place of the served page, whose elements are gone then.
    const isRunning = isLander && page.waitForRequest('**/api/page-visit.php');
    await page.goto(address);
    await page.locator(ready).first().waitFor();
    await isRunning;
    await page.waitForLoadState('networkidle');
    for (const target of presses) await pressOn(page, target);
    const { element, ...vitals } = await page.evaluate<Vitals & { element: string }>('vitals');
    return { vitals, element, errors };
  } finally {
    await context.close();
  }
}

/**
 * Presses the mouse in the middle of the element, and a key if it takes text. Does not use `click()`: its hit test lays
 * out the page in every event of the press, which would count as ours.
 */
async function pressOn(page: Page, target: string): Promise<void> {
  const element = page.locator(target).filter({ visible: true }).first();
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error(`element not visible: ${target}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.press('Shift');
  if (target.includes('[name=')) await page.keyboard.press('a');
  await later(SETTLE_MS);
}

async function upload({ http }: Person, picture: Buffer): Promise<void> {
  const answer = await http.send('POST', `/api/photo.php?key=${crypto.randomUUID()}`, picture, {
    'content-type': 'image/jpeg',
  });
  if (answer.status !== 200) throw new Error(`the picture was answered with ${answer.status}`);
}

/** A portrait with detail, as from a camera. */
function mainPicture(): Promise<Buffer> {
  const data = Buffer.from(Array.from({ length: 80 * 100 * 3 }, (_, at) => (at * 7_919) % 251));
  return sharp(data, { raw: { width: 80, height: 100, channels: 3 } })
    .resize(1_280, 1_600, { kernel: 'cubic' })
    .jpeg({ quality: 82 })
    .toBuffer();
}
