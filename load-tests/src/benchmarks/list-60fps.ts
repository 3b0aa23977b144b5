import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addConversation, type Person, type World } from '@heartline/testing';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { later, type Result, row, type Scale } from '../measure.ts';
import { signIn, USUAL_VISITOR, withMembersSite } from '../member-browser.ts';

const REPETITIONS = 3;
/** Slows a desktop CPU down to a mid-range phone. */
const CPU_THROTTLE = 4;
const PHONE = { width: 412, height: 823 };
const MESSAGES = 10_000;
const NEW_PER_SECOND = 20;
const FLINGS = 6;
const FLING_PX = 3_000;
/** Steps of a slow reader. Each must move the text by exactly its height. */
const STEPS = 160;
const STEP_PX = 140;
/** Minimum share of the steps that can scroll up. */
const LEAST_MOVED = 0.5;
/** Timeout for the conversation to appear: nothing is measured before that. */
const LONGEST_OPENING_MS = 120_000;
/** A frame is late once the next one is missed: half a frame over 16.7 ms. */
const LATE_MS = 25;

interface Frames {
  late: number;
  all: number;
  /** CPU time of the page's main thread. */
  cpuMs: number;
  /** Distance scrolled: at 0 there is nothing to measure. */
  scrolledPx: number;
}

/**
 * Scrolls through a conversation of 10,000 messages on a slow phone, while 20 messages a second arrive below and pages
 * load above. Counts late frames and how far the text moves by itself. The baseline is a static page of 50 bubbles,
 * flung alternately: the limit of the browser on this machine.
 */
export async function listFrames({ small }: Scale): Promise<Result> {
  const bare = await startBareList();
  try {
    return await withMembersSite(1, (site) => measureFrames({ ...site, bare: bare.address, small }));
  } finally {
    bare.stop();
  }
}

async function measureFrames({
  world,
  browser,
  bare,
  small,
}: Scale & { world: World; browser: Browser; bare: string }): Promise<Result> {
  const [reader, writer] = await world.people(
    { name: 'Reader', premium: true, credits: 10 },
    { name: 'Writer', premium: true, credits: 100_000 },
  );
  if (!reader || !writer) throw new Error('the world has too few members');
  const conversation = await fill(world, reader, writer, small ? 600 : MESSAGES);
  const chat = `${reader.http.gateway.origin}/chats/${conversation}`;
  const whileWritten = <T>(measure: () => Promise<T>) =>
    meanwhile(measure, () => send(world, writer, reader));
  const seen = { bare: [] as Frames[], chat: [] as Frames[] };
  for (let turn = 0; turn < (small ? 1 : REPETITIONS); turn += 1) {
    seen.bare.push(await fling(browser, bare));
    seen.chat.push(await whileWritten(() => fling(browser, chat, reader)));
  }
  const bareLate = seen.bare.map(shareOf);
  const unmoved = [...seen.bare, ...seen.chat].filter(({ scrolledPx }) => scrolledPx < FLING_PX);
  const still = await whileWritten(() => readSlowly(browser, chat, reader, small ? 20 : STEPS));
  const whole = await toTheBeginning(browser, chat, reader);
  return {
    rows: [
      row('static list of 50: late frames', bareLate, { unit: '%', digits: 1, better: 'lower' }),
      row('10,000 messages: late frames', seen.chat.map(shareOf), {
        unit: '%',
        digits: 1,
        atMost: Math.max(2, ...bareLate),
      }),
      row('static list of 50: main thread per fling', seen.bare.map(cpuOf), { unit: 'ms', digits: 0 }),
      row('10,000 messages: main thread per fling', seen.chat.map(cpuOf), { unit: 'ms', digits: 0 }),
      row('text moved without scrolling', [still.jump], { unit: 'px', digits: 1, atMost: 0.9 }),
      row('rows on the page after reading it all', [whole.rows], { digits: 0, better: 'lower' }),
      row('JavaScript heap after reading it all', [whole.heapMib], { unit: 'MiB', digits: 0 }),
    ],
    faults: [...unmoved.map(() => 'a list was not scrolled'), ...still.faults, ...whole.faults],
    notes: [
      `Chromium ${browser.version()}, CPU ${CPU_THROTTLE} times slower, ${PHONE.width} × ${PHONE.height}, ${FLINGS} flings there and back, ${NEW_PER_SECOND} new messages a second meanwhile.`,
      `Slow reading: ${STEP_PX} px at a time, ${still.prepends} pages put on top; a step that did not move the words by exactly as much counts with the difference.`,
    ],
  };
}

const WORDS = 'The ferry leaves at nine and the light over the harbour is worth getting up for'.split(' ');

/** Fills in messages of varied length, an hour apart. */
async function fill(world: World, reader: Person, writer: Person, count: number): Promise<string> {
  const now = Date.now();
  const messages = Array.from({ length: count }, (_, index) => ({
    text: `${index + 1}: ${WORDS.slice(0, 1 + ((index * 7) % WORDS.length)).join(' ')}`,
    at: now - (count - index) * 600_000,
  }));
  const { mongo, core } = world.inside;
  return addConversation(mongo, core, { sides: [writer.id, reader.id], messages });
}

/** Measures while another member writes all the time; throws the first failure of either. */
async function meanwhile<T>(measure: () => Promise<T>, writeOne: () => Promise<unknown>): Promise<T> {
  const ending = new AbortController();
  const measuring = measure().finally(() => ending.abort());
  const writing = async () => {
    while (!ending.signal.aborted) {
      await writeOne();
      await later(1_000 / NEW_PER_SECOND);
    }
  };
  const [measured] = await Promise.all([measuring, writing()]);
  return measured;
}

function send(world: World, writer: Person, reader: Person): Promise<unknown> {
  const message = { clientId: randomUUID(), profile: reader.id, text: 'News', credits: 1 };
  return world.inside.core.messaging.sendMessage({ member: writer.id, site: 'default' }, message);
}

const shareOf = ({ late, all }: Frames) => (100 * late) / Math.max(1, all);
const cpuOf = ({ cpuMs }: Frames) => cpuMs / FLINGS;

/** CPU time of a page's main thread so far, without other processes. */
async function cpuMsOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

/** Opens an address on a slow phone and finds the scrolling element. */
async function open(
  browser: Browser,
  address: string,
  person?: Person,
): Promise<{ page: Page; session: CDPSession; errors: string[] }> {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 1,
    hasTouch: true,
    locale: 'en',
  });
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(error.error().message));
  await context.addInitScript({ content: IN_PAGE });
  if (person) await signIn(context, person);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(address);
  await page.locator('[data-row]:visible').first().waitFor({ timeout: LONGEST_OPENING_MS });
  await page.waitForLoadState('networkidle', { timeout: LONGEST_OPENING_MS });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE });
  return { page, session, errors };
}

/** The script with which a page measures itself. */
const IN_PAGE = `${USUAL_VISITOR}
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  globalThis.bench = {
    scroller: () => document.getElementById('messages'),
    watch() {
      const frames = { late: 0, all: 0, scrolledPx: 0, isOver: false };
      let last = this.scroller().scrollTop;
      globalThis.bench.frames = frames;
      let before;
      const tick = (now) => {
        if (before !== undefined) {
          frames.all += 1;
          // A gap of several frames counts as that many late frames.
          if (now - before > ${LATE_MS}) frames.late += Math.round((now - before) / 16.7) - 1;
          if (now - before > ${LATE_MS}) frames.all += Math.round((now - before) / 16.7) - 1;
        }
        before = now;
        const { scrollTop } = globalThis.bench.scroller();
        frames.scrolledPx += Math.abs(scrollTop - last);
        last = scrollTop;
        if (!frames.isOver) requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    },
    stop() {
      const { frames } = globalThis.bench;
      frames.isOver = true;
      return { late: frames.late, all: frames.all, scrolledPx: frames.scrolledPx };
    },
    /**
     * Scrolls up by this many pixels. Returns how far the text moved beyond that; undefined if it could not scroll up.
     */
    async step(px) {
      const scroller = this.scroller();
      await frame();
      const box = scroller.getBoundingClientRect();
      const rows = [...scroller.querySelectorAll('[data-row]')];
      const inView = rows.find((one) => one.getBoundingClientRect().top > box.top + 20);
      if (!inView || scroller.scrollTop < px) return {};
      const key = inView.dataset.row;
      const top = inView.getBoundingClientRect().top;
      scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: -px }));
      scroller.scrollBy({ top: -px, behavior: 'instant' });
      for (let frames = 0; frames < 12; frames += 1) await frame();
      const after = scroller.querySelector('[data-row="' + CSS.escape(key) + '"]');
      const moved = after ? after.getBoundingClientRect().top - top : NaN;
      return { difference: Math.abs(moved - px) };
    },
  };
`;

/** Flings up and down and counts the frames meanwhile. */
async function fling(browser: Browser, address: string, person?: Person): Promise<Frames> {
  const { page, session } = await open(browser, address, person);
  try {
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const cpuMs = await cpuMsOf(session);
    await page.evaluate('bench.watch()');
    for (let turn = 0; turn < FLINGS; turn += 1) {
      await session.send('Input.synthesizeScrollGesture', {
        x: PHONE.width / 2,
        y: PHONE.height / 2,
        // More up than down, so that the pages above load.
        yDistance: turn % 3 === 2 ? -FLING_PX / 2 : FLING_PX,
        speed: 2_500,
        // Headless Chromium does not scroll for touch gestures.
        gestureSourceType: 'mouse',
      });
    }
    const frames = await page.evaluate<Omit<Frames, 'cpuMs'>>('bench.stop()');
    return { ...frames, cpuMs: (await cpuMsOf(session)) - cpuMs };
  } finally {
    await page.context().close();
  }
}

/** Reads upwards step by step and checks that the text stays in place. */
async function readSlowly(browser: Browser, address: string, person: Person, steps: number) {
  const { page, errors } = await open(browser, address, person);
  try {
    let pages = 0;
    page.on('response', (response) => {
      if (new URL(response.url()).searchParams.has('before')) pages += 1;
    });
    const differences: (number | undefined)[] = [];
    for (let step = 0; step < steps; step += 1) {
      const { difference } = await page.evaluate<{ difference?: number }>(`bench.step(${STEP_PX})`);
      differences.push(difference);
    }
    const { jump, faults } = judgeReading(differences, pages);
    return { jump, prepends: pages, faults: [...faults, ...errors] };
  } finally {
    await page.context().close();
  }
}

/**
 * Judges slow reading: how far the text moved by itself in the worst step, and faults that make the figure invalid. A
 * step that could not scroll up (`undefined`) met rows that were still loading. If these are many, or no page loaded,
 * the list was not read.
 */
export function judgeReading(
  differences: readonly (number | undefined)[],
  pages: number,
): { jump: number; faults: string[] } {
  const moved = differences.filter((one) => one !== undefined);
  const gone = differences.flatMap((one, step) => (Number.isNaN(one) ? [step] : []));
  return {
    jump: moved.length === 0 ? Number.NaN : Math.max(0, ...moved.filter((one) => !Number.isNaN(one))),
    faults: [
      ...gone.map((step) => `step ${step}: the message that was read is gone`),
      ...(moved.length < differences.length * LEAST_MOVED
        ? [`only ${moved.length} of ${differences.length} steps found a way up`]
        : []),
      ...(pages === 0 ? ['no page was put on top'] : []),
    ],
  };
}

/** Reads back to the first message and checks what the page holds then. */
async function toTheBeginning(browser: Browser, address: string, person: Person) {
  const { page, session, errors } = await open(browser, address, person);
  try {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const isThere = () => page.evaluate<boolean>(`/^1: /m.test(bench.scroller().innerText)`);
    const until = Date.now() + 300_000;
    while (!(await isThere()) && Date.now() < until) {
      await page.evaluate('bench.scroller().scrollBy({ top: -4000, behavior: "instant" })');
      await later(30);
    }
    const faults = (await isThere()) ? [] : ['the first message was not reached'];
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const rows = await page.locator('[data-row]').count();
    return { rows, heapMib: usedSize / 2 ** 20, faults: [...faults, ...errors] };
  } finally {
    await page.context().close();
  }
}

/** The baseline: a static page of fifty bubbles. */
async function startBareList(): Promise<{ address: string; stop(): void }> {
  const rows = Array.from({ length: 50 }, (_, index) => {
    const text = WORDS.slice(0, 1 + ((index * 7) % WORDS.length)).join(' ');
    return `<article data-row="${index}" class="${index % 2 ? 'own' : ''}"><p>${text}</p></article>`;
  });
  const page = `<!doctype html><meta name="viewport" content="width=device-width"><title>Bare</title><style>
    body { margin: 0 } section { height: 100vh; overflow-y: auto; padding: 0 12px; font: 15px/22px sans-serif }
    article { display: flex; padding: 6px 0 } .own { justify-content: end }
    p { margin: 0; max-width: 78%; padding: 8px 14px; border-radius: 18px; background: #eee } .own p { background: #d42c4a; color: #fff }
  </style><section id="messages">${rows.join('').repeat(4)}</section><script>document.getElementById('messages').scrollTop = 1e6</script>`;
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
