import { randomUUID } from 'node:crypto';
import { postMessage } from '@heartline/contracts';
import { type Person, until } from '@heartline/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboxOf } from './browser-storage.ts';
import { halt, talk, userOf, workerRuns, write } from './member-page.ts';
import { openStage, type Stage, textsFrom } from './stage.ts';

/** One member in two tabs and offline, and the counts in the bar. */
let stage: Stage;
let jonas: Person;
let mara: Person;

beforeAll(async () => {
  stage = await openStage({ faults: true, serviceWorker: true });
  [mara, jonas] = await stage.world.people(
    { name: 'Mara', credits: 11, premium: true },
    { name: 'Jonas', credits: 200, premium: true },
  );
});
afterAll(() => stage?.close());

const messages = (page: Page) => page.getByRole('link', { name: /Messages/ }).first();
const credits = (page: Page) => page.getByRole('link', { name: /^Credits/ }).first();
const unread = (page: Page, count: string) =>
  messages(page).getByText(count, { exact: true }).filter({ visible: true });

/** Writes as Jonas without a browser. */
const fromJonas = (to: Person, text: string) =>
  jonas.http.call(postMessage, { clientId: randomUUID(), profile: to.id, text, credits: 1 });

describe('two tabs of one member', () => {
  let one: Page;
  let two: Page;

  beforeAll(async () => {
    one = await stage.signedIn(mara);
    two = await one.context().newPage();
    await two.goto(one.url());
    await Promise.all([one, two].map((tab) => messages(tab).waitFor()));
  });

  it('what is read in one tab is read in the other within 2 s [S2-140]', async () => {
    const { message } = await fromJonas(mara, 'Seen in both tabs');
    await Promise.all([one, two].map((tab) => unread(tab, '1').waitFor()));
    await messages(two).click();
    await two.getByRole('link', { name: /Jonas/ }).click();
    await talk(two).getByText('Seen in both tabs').waitFor();
    // `npm run bench -- read-once` measures the 2 s; here it must only be faster than a tick of 25 s.
    await unread(one, '1').waitFor({ state: 'detached', timeout: 15_000 });
    expect(await readUpTo(message.conversation)).toBe(message.seq);
  });

  it('the same text sent from two tabs is two messages, each once', async () => {
    await one.goto(two.url());
    await Promise.all([one, two].map((tab) => write(tab, 'At the same time')));
    await Promise.all([one, two].map((tab) => expectCount(talk(tab).getByText('At the same time'), 2)));
    await one.reload();
    await expectCount(talk(one).getByText('At the same time'), 2);
    expect(await userOf(one)).toMatchObject({ credits: 9 });
  });

  it('a message written offline survives a reload and is sent once', async () => {
    await two.close();
    await workerRuns(one);
    await one.context().setOffline(true);
    await write(one, 'Written in a tunnel');
    await talk(one).getByText('Written in a tunnel').waitFor();
    // The list shows it too.
    await one.locator('[data-chat]').getByText('You: Written in a tunnel').waitFor();
    // Both bars and the composer count queued messages as spent.
    const left = '8 credits left, reserved for messages being sent: 1';
    await expectCount(one.getByRole('link', { name: left }), 2);
    await one.getByText('You have 8 credits').waitFor();
    await one.reload({ waitUntil: 'commit' });
    await one.locator('h1').first().waitFor();
    await one.context().setOffline(false);
    two = await one.context().newPage();
    await two.goto(one.url());
    for (const tab of [one, two]) await expectCount(talk(tab).getByText('Written in a tunnel'), 1);
    await until(
      async () => (await userOf(two))['credits'],
      (left) => left === 8,
    );
    // The outbox sends in order: a second copy would come before this one.
    await write(one, 'Out of the tunnel');
    await Promise.all([one, two].map((tab) => expectCount(talk(tab).getByText('Out of the tunnel'), 1)));
    await expect.poll(() => outboxOf(two)).toEqual([]);
    expect(await userOf(two)).toMatchObject({ credits: 7 });
    expect(await talk(two).getByText('Written in a tunnel').count()).toBe(1);
  });

  it('an unstored conversation says so offline and opens once online', async () => {
    const [nele] = await stage.world.people({ name: 'Nele' });
    await two.context().setOffline(true);
    await two.goto(`${mara.http.gateway.origin}/members/${nele.id}/chat`, { waitUntil: 'commit' });
    await two.getByRole('heading', { name: 'You’re offline', exact: true }).waitFor();
    await two.getByText('This chat isn’t saved on this device.').waitFor();
    await two.getByRole('link', { name: 'All messages' }).waitFor();
    await two.context().setOffline(false);
    await two.getByRole('heading', { name: /^Nele/ }).first().waitFor();
  });

  it('a log-out in one tab logs out the other [S2-123 S2-151]', async () => {
    await Promise.all([one, two].map((tab) => tab.goto(`${mara.http.gateway.origin}/likes`)));
    await Promise.all([one, two].map((tab) => messages(tab).waitFor()));
    await one.getByRole('button', { name: 'Mara’s account' }).click();
    await one.getByRole('menuitem', { name: 'Logout' }).click();
    await one.waitForURL(`${mara.http.gateway.origin}/`);
    await Promise.all([one, two].map((tab) => tab.getByRole('link', { name: 'Log in' }).first().waitFor()));
    expect(await two.getByText('Mara').count()).toBe(0);
    await one.context().close();
  });
});

describe('two tabs with websockets blocked', () => {
  it('the front tab sends once when the sending tab froze', async () => {
    const [writer] = await stage.world.people({ name: 'Greta', credits: 9, premium: true });
    const frozen = await stage.signedIn(writer, { path: `/members/${jonas.id}/chat` });
    await frozen.context().routeWebSocket(/socket\.io/, (line) => line.close());
    await frozen.reload();
    await write(frozen, 'Over HTTP');
    await talk(frozen).getByText('Sent', { exact: true }).waitFor({ state: 'attached' });
    const front = await frozen.context().newPage();
    await front.goto(frozen.url());
    await front.getByRole('textbox').last().waitFor();
    const goOn = await halt(frozen);
    await write(front, 'Past a frozen tab');
    await expect
      .poll(() => textsFrom(stage, writer, jonas), { timeout: 20_000 })
      .toContain('Past a frozen tab');
    await goOn();
    await expectCount(talk(frozen).getByText('Past a frozen tab'), 1);
    expect(await textsFrom(stage, writer, jonas)).toEqual(['Over HTTP', 'Past a frozen tab']);
    await front.context().close();
  });
});

describe('a page in the back/forward cache', () => {
  it('leaves no open transaction and continues when it is restored', async () => {
    const [writer] = await stage.world.people({ name: 'Lotte', credits: 9, premium: true });
    const page = await stage.signedIn(writer, { path: `/members/${jonas.id}/chat` });
    await page.getByRole('button', { name: 'Send · 1 credit' }).waitFor();
    // Its databases are open by then.
    await workerRuns(page);
    await page.context().setOffline(true);
    await write(page, 'Thought better of');
    await expect.poll(async () => (await outboxOf(page)).length).toBe(1);
    await page.evaluate(holdOutbox);
    // Both wait for the store: to delete one message and to add the other.
    await page.getByRole('button', { name: 'Undo sending' }).click();
    await write(page, 'Still meant');
    await expect.poll(() => page.evaluate(() => (globalThis as Held).begun?.length)).toBe(2);
    expect(await page.evaluate(leaveTransactions)).toBe(0);
    await page.evaluate(() => {
      (globalThis as Held).begun = undefined;
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await page.context().setOffline(false);
    await expectCount(talk(page).getByText('Still meant'), 1);
    await expect.poll(() => outboxOf(page)).toEqual([]);
    expect(await userOf(page)).toMatchObject({ credits: 8 });
    expect(await talk(page).getByText('Thought better of').count()).toBe(0);
    await page.context().close();
  });
});

describe('while Redis is unreachable', () => {
  it('messages and balances reach all tabs of one gateway', async () => {
    const [writer] = await stage.world.people({ name: 'Olaf', credits: 9, premium: true });
    const path = `/members/${jonas.id}/chat`;
    const here = await stage.signedIn(writer, { path });
    const tab = await here.context().newPage();
    await tab.goto(here.url());
    const elsewhere = await stage.signedIn(writer, { path });
    const pages = [here, tab, elsewhere];
    const left = (page: Page, count: number) =>
      expectCount(page.getByRole('link', { name: new RegExp(`\\b${count} credits left$`) }), 2);
    await Promise.all(pages.map((page) => left(page, 9)));
    await stage.world.wire?.redis.disable();
    try {
      await write(here, 'Redis hears of this later');
      await talk(here).getByText('Sent', { exact: true }).waitFor({ state: 'attached' });
      await talk(elsewhere).getByText('Redis hears of this later').waitFor();
      await Promise.all(pages.map((page) => left(page, 8)));
    } finally {
      await stage.world.wire?.redis.enable();
    }
    await Promise.all([here, elsewhere].map((page) => page.context().close()));
  });
});

describe('while Redis is full', () => {
  it('a read mark reaches the other device as soon as Redis accepts writes', async () => {
    const [reader] = await stage.world.people({ name: 'Nele' });
    const { message } = await fromJonas(reader, 'Read while Redis is full');
    const phone = await stage.signedIn(reader);
    const laptop = await stage.signedIn(reader);
    await Promise.all([phone, laptop].map((page) => unread(page, '1').waitFor()));
    const { redis } = stage.world.inside;
    await redis.configSet('maxmemory', '1');
    try {
      await messages(phone).click();
      await phone.getByRole('link', { name: /Jonas/ }).click();
      await unread(phone, '1').waitFor({ state: 'detached' });
      expect(await readUpTo(message.conversation, reader)).toBe(message.seq);
      expect(await unread(laptop, '1').count()).toBe(1);
    } finally {
      await redis.configSet('maxmemory', '0');
    }
    // Sooner than the tick of 25 s, which would repair a gap.
    await unread(laptop, '1').waitFor({ state: 'detached', timeout: 10_000 });
    await Promise.all([phone, laptop].map((page) => page.context().close()));
  });
});

describe('counts in the bar', () => {
  it('counts unread messages to 99, then shows 99+ [S2-141 S9-028]', async () => {
    const [reader] = await stage.world.people({ name: 'Lena' });
    const { messaging } = stage.world.inside.core;
    const sender = { member: jonas.id, site: 'default' };
    await Promise.all(
      Array.from({ length: 99 }, (_, index) =>
        messaging.sendMessage(sender, {
          clientId: randomUUID(),
          profile: reader.id,
          text: `Number ${index + 1}`,
          credits: 1,
        }),
      ),
    );
    await until(
      () => messaging.unreadTotal(reader.id),
      (count) => count === 99,
    );
    const page = await stage.signedIn(reader);
    await unread(page, '99').waitFor();
    await fromJonas(reader, 'One more');
    await unread(page, '99+').waitFor();
    await page.reload();
    await unread(page, '99+').waitFor();
    await page.context().close();
  });

  it('counts credits from 10 down, not at 11 [S2-146 S9-029]', async () => {
    const [spender] = await stage.world.people({ name: 'Nils', credits: 11, premium: true });
    const page = await stage.signedIn(spender);
    await credits(page).waitFor();
    expect(await credits(page).innerText()).not.toMatch(/\d/);
    await page.goto(`${spender.http.gateway.origin}/members/${jonas.id}/chat`);
    await write(page, 'Ten are left');
    await credits(page).getByText('10', { exact: true }).filter({ visible: true }).waitFor();
    await page.context().close();
  });

  it('no page threw an error', () => expect(stage.errors).toEqual([]));

  it('no invariant is violated', async () => expect(await stage.world.violations()).toEqual([]));
});

function readUpTo(conversation: string, reader = mara): Promise<number> {
  return until(
    () =>
      stage.world.inside.core.messaging.readMarksOf(reader.id, conversation).then(({ readSeq }) => readSeq),
    (seq) => seq > 0,
  );
}

async function expectCount(locator: Locator, count: number): Promise<void> {
  await expect.poll(() => locator.count(), { timeout: 20_000 }).toBe(count);
}

/** Transactions the page began while its outbox is blocked; undefined ends the block. */
type Held = typeof globalThis & { begun?: IDBTransaction[] | undefined };

/** Blocks the outbox as another page may, and records transactions meanwhile. Runs in the page. */
async function holdOutbox(): Promise<void> {
  const held = globalThis as Held;
  const opening = indexedDB.open('heartline-outbox');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const rows = opening.result.transaction('sends', 'readwrite').objectStore('sends');
  const goOn = () => {
    if (held.begun) rows.count().addEventListener('success', goOn);
    else opening.result.close();
  };
  held.begun = [];
  goOn();
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function noted(...asked) {
    const begun = transaction.apply(this, asked);
    if (this.name === 'heartline-outbox' && begun.mode === 'readwrite') held.begun?.push(begun);
    return begun;
  };
}

/** Leaves the page and counts transactions that are still open. Runs in the page. */
function leaveTransactions(): number {
  const begun = (globalThis as Held).begun ?? [];
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  const isOpen = (transaction: IDBTransaction) => {
    try {
      transaction.abort();
      return true;
    } catch {
      return false;
    }
  };
  return begun.filter(isOpen).length;
}
