import { randomUUID } from 'node:crypto';
import { postMessage } from '@heartline/contracts';
import type { Person } from '@heartline/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { later, type Result, row, type Scale } from '../measure.ts';
import { signIn, USUAL_VISITOR, withMembersSite } from '../member-browser.ts';

const REPETITIONS = 5;
const ROUNDS = 10;
const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 412, height: 823 };
/** The promise: a message read on one device is unread on no device after this time. */
const PROMISED_MS = 2_000;
/** Time for the other pages to draw the count, and for the list to draw the new message. */
const SETTLE_MS = 300;

/**
 * One member has two tabs on a laptop and a phone on another gateway, in real Chromium. A message makes all three show
 * an unread count. One tab opens it; measures how long the others still show the count, in the bar and in the title.
 */
export function readOnce({ small }: Scale): Promise<Result> {
  return withMembersSite(2, async ({ world, browser }) => {
    const [reader, writer] = await world.people(
      { name: 'Reader', credits: 10 },
      { name: 'Writer', premium: true, credits: 10_000 },
    );
    if (!reader || !writer) throw new Error('the world has too few members');
    const write = (text: string) =>
      writer.http.call(postMessage, { clientId: randomUUID(), profile: reader.id, text, credits: 1 });
    const { conversation } = (await write('Hello')).message;
    const laptop = await contextOf(browser, reader, LAPTOP);
    const phone = await contextOf(browser, { ...reader, http: world.browser(1, reader.session) }, PHONE);
    const reading = await opened(laptop, '/chats');
    const others = [await opened(laptop, '/likes'), await opened(phone, '/likes')];
    await timesOf({ reading, others, conversation, text: 'Hello' });
    const slowest: [number[], number[]] = [[], []];
    const all: number[] = [];
    for (let turn = 0; turn < (small ? 1 : REPETITIONS); turn += 1) {
      const rounds: number[][] = [];
      for (let round = 0; round < (small ? 2 : ROUNDS); round += 1) {
        const text = `Round ${turn}.${round}`;
        await write(text);
        rounds.push(await timesOf({ reading, others, conversation, text }));
      }
      for (const [at, values] of slowest.entries())
        values.push(Math.max(...rounds.map((times) => times[at] as number)));
      all.push(...rounds.flat());
    }
    const ms = { unit: 'ms', digits: 0 };
    return {
      rows: [
        row('another tab still counts, the longest of a turn', slowest[0], { ...ms, atMost: PROMISED_MS }),
        row('a phone on another gateway, the longest of a turn', slowest[1], { ...ms, atMost: PROMISED_MS }),
        row('both, over all rounds', all, ms),
      ],
      faults: [],
      notes: [`Chromium ${browser.version()}, ${ROUNDS} messages each turn.`],
    };
  });
}

interface Round {
  /** Shows the list of conversations, before and after reading. */
  reading: Page;
  others: readonly Page[];
  conversation: string;
  text: string;
}

/** For each other page, the milliseconds from the message's text in the reading tab until it shows no count. */
async function timesOf({ reading, others, conversation, text }: Round): Promise<number[]> {
  await Promise.all(others.map((page) => page.evaluate('bench.countsAt()')));
  await later(SETTLE_MS);
  const quietAt = others.map((page) => page.evaluate<number>('bench.quietAt()'));
  const seenAt = reading.evaluate<number>(`bench.seenAt(${JSON.stringify(text)})`);
  await reading.locator(`[data-chat="${conversation}"] a`).first().click();
  const from = await seenAt;
  const times = (await Promise.all(quietAt)).map((at) => at - from);
  await reading.goBack();
  await later(SETTLE_MS);
  return times;
}

/** The script with which pages report counts; their clock is the machine's. */
const IN_PAGE = `${USUAL_VISITOR}
  const link = () => document.querySelector('a[href="/chats"]');
  const counts = () => document.title.startsWith('(') && /\\d/.test(link()?.textContent);
  const isQuiet = () => !document.title.startsWith('(') && !/\\d/.test(link()?.textContent);
  const whenPainted = async (isSo) => {
    while (!isSo()) await new Promise((resolve) => requestAnimationFrame(resolve));
    return Date.now();
  };
  globalThis.bench = {
    countsAt: () => whenPainted(counts),
    quietAt: () => whenPainted(isQuiet),
    seenAt: (text) => whenPainted(() => document.getElementById('messages')?.textContent.includes(text)),
  };
`;

async function contextOf(
  browser: Browser,
  person: Pick<Person, 'http' | 'session'>,
  viewport: typeof PHONE,
): Promise<Opened> {
  const context = await browser.newContext({ viewport, locale: 'en' });
  await context.addInitScript({ content: IN_PAGE });
  await signIn(context, person);
  return { context, origin: person.http.gateway.origin };
}

interface Opened {
  context: BrowserContext;
  origin: string;
}

async function opened({ context, origin }: Opened, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}${path}`);
  await page.locator('a[href="/chats"]').first().waitFor({ state: 'attached' });
  return page;
}
