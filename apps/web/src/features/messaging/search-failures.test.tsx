// @vitest-environment happy-dom

import { setTimeout as sleep } from 'node:timers/promises';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { ConversationSearch } from './conversation-search.tsx';
import { FindBar } from './find-bar.tsx';

const NO_RETRY = 'longer than a repeat by itself would take';

/** Requested paths. */
let asked: string[];
let answer: (path: string) => Response;

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    await sleep(5);
    return answer(path);
  });
});

const broken = () => Response.json({ error: { code: 'INTERNAL' } }, { status: 500 });
const nothingSoFar = () => Response.json({ hits: [], people: [], chats: [], next: '5:c:7' });
const text = () => document.body.textContent;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('reports a failed older page of a search of all conversations, without retry', async () => {
  answer = (path) => (path.includes('before') ? broken() : nothingSoFar());
  renderPage(<ConversationSearch chats={[]} question="boat" current={undefined} />);
  await expect.poll(text).toContain('Something went wrong');
  await fixedWait(800, NO_RETRY);
  expect(asked).toHaveLength(2);
  press('Search further back');
  await expect.poll(() => asked).toHaveLength(3);
  await fixedWait(50, NO_RETRY);
  expect(asked).toHaveLength(3);
});

it('repeats a failed search of all conversations on a press and keeps the focus', async () => {
  answer = broken;
  renderPage(<ConversationSearch chats={[]} question="boat" current={undefined} />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(text()).toContain('Something went wrong');
  answer = nothingSoFar;
  again.focus();
  fireEvent.click(again);
  await expect.poll(text).toContain('Search further back');
  expect(document.activeElement).toBe(again);
  expect(text()).not.toContain('Something went wrong');
});

/** Opens the search of a conversation and types this text. */
function find(words: string): void {
  renderPage(<FindBar conversation="c" asked={1} onTerms={() => {}} onClose={() => {}} />);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: words } });
}

it('reports a failed search of one conversation and repeats it on a press', async () => {
  answer = broken;
  find('boat');
  await expect.poll(text).toContain('Something went wrong');
  await fixedWait(800, NO_RETRY);
  expect(text()).not.toContain('Nothing found');
  expect(asked).toHaveLength(1);
  answer = () => Response.json({ hits: [], people: [], chats: [] });
  press('Try again');
  await expect.poll(text).toContain('Nothing found');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

it('reports a failed older page of a search of one conversation, without retry', async () => {
  answer = (path) => (path.includes('before') ? broken() : nothingSoFar());
  find('boat');
  await expect.poll(text).toContain('Something went wrong');
  await fixedWait(800, NO_RETRY);
  expect(asked).toHaveLength(2);
  answer = () => Response.json({ hits: [], people: [], chats: [] });
  press('Try again');
  await expect.poll(text).toContain('Nothing found');
});
