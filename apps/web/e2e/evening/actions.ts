import { drawPicture } from '@heartline/testing';
import type { Locator, Page } from 'playwright-core';
import { talk } from '../member-page.ts';
import type { Device, Household } from './devices.ts';
import type { SentMessages } from './sent-messages.ts';

/** The tools of an action. */
export interface Evening {
  household: Household;
  random(): number;
  written: SentMessages;
}

interface Action {
  name: string;
  /** Relative frequency. */
  weight: number;
  /** Answers what came of it, where that is not the same each time. */
  act(device: Device, evening: Evening): Promise<string | undefined>;
}

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const rows = (page: Page) => page.locator('[data-chat]');
/** True if the step ends in time. */
const happens = (step: Promise<void>): Promise<boolean> =>
  step.then(
    () => true,
    () => false,
  );
const inSight = (locator: Locator) => locator.filter({ visible: true }).first();

async function toList({ page }: Device): Promise<void> {
  if (await rows(page).first().isVisible()) return;
  await inSight(page.getByRole('link', { name: /Messages|All messages/ })).click();
  await rows(page).first().waitFor();
}

/** Opens one of the conversations, unless one is open already. */
async function toConversation(device: Device, { random }: Evening): Promise<void> {
  const { page } = device;
  if (await field(page).isVisible()) return;
  await toList(device);
  const row = rows(page).nth(Math.floor(random() * (await rows(page).count())));
  await row.getByRole('link').first().click();
  await field(page).waitFor();
}

async function write(device: Device, evening: Evening): Promise<string> {
  await toConversation(device, evening);
  const text = evening.written.next(device.name);
  const { page } = device;
  await field(page).fill(text);
  await field(page).press('Enter');
  await talk(page).getByText(text).first().waitFor();
  return text;
}

const PHOTO_CREDITS = 2;
const GIFT_CREDITS = 3;
let picture: Promise<Buffer> | undefined;

async function sendPhoto(device: Device, evening: Evening): Promise<string> {
  await toConversation(device, evening);
  const text = evening.written.next(device.name, PHOTO_CREDITS);
  const { page } = device;
  picture ??= drawPicture('#2f6f8f', { width: 640, height: 480 });
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await picture };
  await page.locator('input[type=file]').setInputFiles(file);
  await sendSheet(page, text);
  return text;
}

async function sendGift(device: Device, evening: Evening): Promise<string> {
  await toConversation(device, evening);
  const { page } = device;
  const more = page.getByRole('button', { name: 'Photo or gift' });
  if (await more.isVisible()) await more.click();
  await page
    .getByRole('button', { name: 'Send a gift' })
    .or(page.getByRole('menuitem', { name: 'Send a gift' }))
    .click();
  const gift = page.getByRole('radio', { name: /^Coffee/ });
  // Without a network a device can show only gifts it has loaded before.
  const isOffered = await happens(gift.waitFor({ state: 'attached', timeout: 5_000 }));
  if (!isOffered) {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    return 'sees none';
  }
  await page.locator('label', { has: gift }).click();
  const text = evening.written.next(device.name, GIFT_CREDITS);
  await sendSheet(page, text);
  return text;
}

/** Sends what a sheet shows, with these words. */
async function sendSheet(page: Page, text: string): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox').fill(text);
  await sheet.getByRole('button', { name: /^Send · / }).click();
  await sheet.waitFor({ state: 'detached' });
  await talk(page).getByText(text).first().waitFor();
}

const NOTHING_THERE = 'to nothing, nobody has written yet';

const OTHERS = 'article:not([aria-label^="You"])';
const OWN = 'article[aria-label^="You"]';

/**
 * Chooses an item from the menu of the last of these messages and returns the text of the message. Undefined without such
 * a message or item.
 */
async function choose(page: Page, messages: string, item: Locator): Promise<string | undefined> {
  const words = await pressLast(talk(page).locator(messages));
  if (words === undefined) return undefined;
  const menu = page.getByRole('menu');
  // A message that is being sent has no menu.
  const isOpen = await happens(menu.waitFor({ timeout: 3_000 }));
  const isThere = isOpen && (await item.count()) > 0;
  if (isThere) await item.click();
  else await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  return isThere ? words : undefined;
}

/** Opens the menu of the last of these messages that is drawn; the list may move on, and draw others, meanwhile. */
async function pressLast(all: Locator): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1) {
    const words = (await all.allTextContents())
      .at(-1)
      ?.match(/«[^»]*»/g)
      ?.at(-1);
    if (words === undefined) return undefined;
    const place = all.filter({ hasText: words }).last().locator('[data-menu]');
    const pressed = place.click({ button: 'right', position: { x: 6, y: 6 }, timeout: 5_000 });
    if (tries === 4) await pressed;
    else if (!(await happens(pressed))) continue;
    return words;
  }
}

const ACTIONS: readonly Action[] = [
  { name: 'writes', weight: 10, act: write },
  {
    name: 'writes, and undoes it',
    weight: 2,
    async act(device, evening) {
      const text = await write(device, evening);
      evening.written.mayBeGone(text);
      // Its own: one that was written before and went out late can be undone still.
      const article = talk(device.page).getByRole('article').filter({ hasText: text });
      const undo = inSight(article.getByRole('button', { name: 'Undo sending' }));
      const pressed = await happens(undo.click({ timeout: 1_500 }));
      // Once it is undone, its words are in the field again, before what is written there by then.
      if (pressed) await undo.waitFor({ state: 'detached' });
      await field(device.page).fill('');
      return pressed ? text : `${text}, too late`;
    },
  },
  {
    name: 'replies',
    weight: 2,
    async act(device, evening) {
      await toConversation(device, evening);
      const { page } = device;
      const reply = page.getByRole('menuitem', { name: 'Reply' });
      if (!(await choose(page, OTHERS, reply))) return NOTHING_THERE;
      await page.getByRole('group', { name: 'Replying to' }).waitFor();
      return write(device, evening);
    },
  },
  {
    name: 'reacts',
    weight: 3,
    async act(device, evening) {
      await toConversation(device, evening);
      const { page } = device;
      const heart = page.getByRole('menuitemradio', { name: 'React with ❤️' });
      return (await choose(page, OTHERS, heart)) ? undefined : NOTHING_THERE;
    },
  },
  { name: 'sends a photo', weight: 2, act: sendPhoto },
  { name: 'sends a gift', weight: 2, act: sendGift },
  {
    name: 'takes its last message back',
    weight: 2,
    async act(device, evening) {
      await toConversation(device, evening);
      const { page } = device;
      const back = page.getByRole('menuitem', { name: 'Take back, credits returned' });
      const text = await choose(page, OWN, back);
      if (text === undefined) return 'has none that can be';
      evening.written.mayBeGone(text);
      return text;
    },
  },
  {
    name: 'opens a conversation',
    weight: 5,
    async act(device, evening) {
      await toList(device);
      await toConversation(device, evening);
      return undefined;
    },
  },
  {
    name: 'goes to the list',
    weight: 4,
    async act(device) {
      await toList(device);
      return undefined;
    },
  },
  {
    name: 'looks at the likes',
    weight: 3,
    async act(device) {
      const { page } = device;
      const link = inSight(page.getByRole('link', { name: /^Likes/ }));
      // A phone shows an open conversation without the bar.
      if (!(await link.isVisible())) await toList(device);
      await link.click();
      // The address changes before the screen does.
      await page.getByRole('heading', { name: 'Likes', level: 1 }).waitFor();
      return undefined;
    },
  },
  {
    name: 'loads the page again',
    weight: 3,
    async act({ page }) {
      await page.reload({ waitUntil: 'domcontentloaded' });
      await page.getByRole('heading', { level: 1 }).or(field(page)).first().waitFor();
      return undefined;
    },
  },
  {
    name: 'another window',
    weight: 2,
    act: (device, { household }) =>
      device.name.endsWith('laptop') ? household.secondWindow(device) : Promise.resolve('has only one'),
  },
];

const WEIGHT = ACTIONS.reduce((sum, { weight }) => sum + weight, 0);

/** One of the deeds, by chance. */
export function actionBy(random: () => number): Action {
  let left = random() * WEIGHT;
  return ACTIONS.find(({ weight }) => (left -= weight) < 0) ?? (ACTIONS[0] as Action);
}
