import { getChats, getUser } from '@heartline/contracts';
import { historyOf, until } from '@heartline/testing';
import type { Page } from 'playwright-core';
import type { Device } from './devices.ts';

/** The visible content of one window. */
interface Screen {
  /** Before the title, and 0 without one. */
  badge: number;
  /** Drawn rows of the list. */
  rows: { conversation: string; unread: number; words: string }[];
  /** Messages in sight of the open conversation and those below, oldest first. */
  open?: { conversation: string | null; texts: string[]; reacted: string[]; words: string; isAtEnd: boolean };
  /** Credits left, where a conversation is open. */
  credits?: number;
}

/** The screens follow within this, on a machine that has other things to do. */
const CAUGHT_UP_MS = 45_000;
/** Nothing on the screen is on its way any more. */
const UNFINISHED = /Sending|Waiting|Not sent/;

/** Runs in the page. */
function readScreen(): Screen {
  /** The number in words said to screen readers, which stand apart from the same number to look at. */
  const said = (place: ParentNode, words: RegExp) => {
    const text = [...place.querySelectorAll('span')].findLast((part) => words.test(part.textContent ?? ''));
    return text && Number.parseInt(text.textContent ?? '', 10);
  };
  const rows = [...document.querySelectorAll<HTMLElement>('[data-chat]')].map((row) => ({
    conversation: row.dataset['chat'] ?? '',
    unread: said(row, /^\d+ unread messages?/) ?? 0,
    words: row.textContent ?? '',
  }));
  const badge = Number(/^\((\d+)\)/.exec(document.title)?.[1] ?? 0);
  const list = document.querySelector('#messages');
  if (!list) return { badge, rows };
  const credits = said(document, /^\d+ credits? left/);
  // The quote precedes the text.
  const textOf = (article: Element) => article.textContent?.match(/«[^»]*»/g)?.slice(-1) ?? [];
  // Those in sight: the one that the keyboard would go to is drawn wherever it is, far above the others.
  const { top } = list.getBoundingClientRect();
  const articles = [...list.querySelectorAll('article')].filter(
    (article) => article.getBoundingClientRect().bottom > top,
  );
  return {
    badge,
    rows,
    open: {
      conversation: /^\/chats\/([0-9a-f]+)/.exec(location.pathname)?.[1] ?? null,
      texts: articles.flatMap(textOf),
      reacted: articles.filter((article) => article.querySelector('button[aria-pressed]')).flatMap(textOf),
      words: articles.map((article) => article.textContent ?? '').join('\n'),
      isAtEnd: list.scrollHeight - list.scrollTop - list.clientHeight < 40,
    },
    ...(credits !== undefined && { credits }),
  };
}

/**
 * Differences between the windows of a person and the server after a while: badge, rows, messages, credits. Empty when all
 * is well.
 */
export async function differencesOf(devices: readonly Device[]): Promise<string[]> {
  const found = await Promise.all(devices.map((device) => settledDifferences(device)));
  return found.flat();
}

async function settledDifferences(device: Device): Promise<string[]> {
  let found: string[] = [];
  await until(
    async () => {
      found = await differences(device);
      return found;
    },
    ({ length }) => length === 0,
    CAUGHT_UP_MS,
    500,
  ).catch((error: unknown) => {
    if (found.length === 0) found = [String(error)];
  });
  return found.map((what) => `${device.name}: ${what}`);
}

async function differences({ person, page }: Device): Promise<string[]> {
  const [{ chats }, { user }] = await Promise.all([
    person.http.call(getChats, {}),
    person.http.call(getUser, {}),
  ]);
  const screen = await shownOn(page);
  const found: string[] = [];
  const unread = chats.reduce((sum, chat) => sum + chat.num_unread_messages, 0);
  if (screen.badge !== unread) found.push(`the badge says ${screen.badge}, unread are ${unread}`);
  for (const { conversation, unread: shown, words } of screen.rows) {
    const chat = chats.find((one) => one.conversation.id === conversation);
    if (!chat) found.push(`a row of a conversation that is not there: ${words}`);
    else if (shown !== chat.num_unread_messages)
      found.push(`the row “${words}” says ${shown} unread of ${chat.num_unread_messages}`);
    else if (!words.includes(chat.preview) && !words.includes('Draft:'))
      found.push(`the row “${words}” does not say “${chat.preview}”`);
  }
  if (screen.credits !== undefined && screen.credits !== user.credits)
    found.push(`says ${screen.credits} credits left of ${user.credits}`);
  if (screen.open) found.push(...(await openDifferences(person, screen.open)));
  return found;
}

async function openDifferences(
  person: Device['person'],
  { conversation, texts, reacted, words, isAtEnd }: NonNullable<Screen['open']>,
): Promise<string[]> {
  if (conversation === null) return [];
  const { history } = await historyOf(person, conversation);
  const stored = history.map(({ text }) => text).filter((text) => text !== '');
  const found: string[] = [];
  const from = stored.indexOf(texts[0] ?? '');
  const expected = isAtEnd ? stored.slice(from) : stored.slice(from, from + texts.length);
  if (texts.join() !== expected.join())
    found.push(`shows ${texts.join(' ')} where ${expected.join(' ')} is stored`);
  const hearts = history.filter(({ reactions }) => reactions?.some(({ emoji }) => emoji !== null));
  const expectedHearts = hearts.map(({ text }) => text).filter((text) => texts.includes(text));
  if (reacted.join() !== expectedHearts.join())
    found.push(`has reactions at ${reacted.join(' ')} where ${expectedHearts.join(' ')} have them`);
  if (UNFINISHED.test(words)) found.push(`something is on its way still: ${words}`);
  return found;
}

function shownOn(page: Page): Promise<Screen> {
  return page.evaluate(readScreen);
}
