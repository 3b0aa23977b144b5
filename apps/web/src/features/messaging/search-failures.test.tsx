// @vitest-environment happy-dom

import { setTimeout as sleep } from 'node:timers/promises';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../client/query.ts';
import { ConversationSearch } from './conversation-search.tsx';
import { FindBar } from './find-bar.tsx';

let root: Root;
/** Questions that were asked. */
let asked: string[];
let answer: (path: string) => Response;

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    await sleep(5);
    return answer(path);
  });
  root = createRoot(document.body);
});
afterEach(() => {
  root.unmount();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function show(element: ReactElement): void {
  root.render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>{element}</I18nProvider>
    </QueryClientProvider>,
  );
}

const broken = () => Response.json({ error: { code: 'INTERNAL' } }, { status: 500 });
const nothingSoFar = () => Response.json({ hits: [], people: [], chats: [], next: '5:c:7' });
const press = (words: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === words)?.click();

it('a search through all conversations that fails further back says so, and is not asked again by itself', async () => {
  answer = (path) => (path.includes('before') ? broken() : nothingSoFar());
  show(<ConversationSearch chats={[]} question="boat" current={undefined} />);
  await sleep(800);
  expect(document.body.textContent).toContain('Something went wrong');
  expect(asked).toHaveLength(2);
  press('Search further back');
  await sleep(50);
  expect(asked).toHaveLength(3);
});

it('a search through all conversations that failed at once is asked again by a press, which keeps the focus', async () => {
  answer = broken;
  show(<ConversationSearch chats={[]} question="boat" current={undefined} />);
  await vi.waitUntil(() => document.body.textContent?.includes('Something went wrong'));
  answer = nothingSoFar;
  const again = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Try again');
  again?.focus();
  again?.click();
  await vi.waitUntil(() => document.body.textContent?.includes('Search further back'));
  expect(document.activeElement).toBe(again);
  expect(document.body.textContent).not.toContain('Something went wrong');
});

function typed(words: string): void {
  const field = document.querySelector('input') as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, words);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

it('a search of one conversation that failed does not say that nothing is there, and is asked again by a press', async () => {
  answer = broken;
  show(<FindBar conversation="c" asked={1} onTerms={() => {}} onClose={() => {}} />);
  await vi.waitUntil(() => document.querySelector('input'));
  typed('boat');
  await sleep(800);
  expect(document.body.textContent).toContain('Something went wrong');
  expect(document.body.textContent).not.toContain('Nothing found');
  expect(asked).toHaveLength(1);
  answer = () => Response.json({ hits: [], people: [], chats: [] });
  press('Try again');
  await sleep(50);
  expect(document.body.textContent).toContain('Nothing found');
  expect(document.activeElement).toBe(document.querySelector('input'));
});

it('one that fails further back waits for a press too', async () => {
  answer = (path) => (path.includes('before') ? broken() : nothingSoFar());
  show(<FindBar conversation="c" asked={1} onTerms={() => {}} onClose={() => {}} />);
  await vi.waitUntil(() => document.querySelector('input'));
  typed('boat');
  await sleep(800);
  expect(asked).toHaveLength(2);
  answer = () => Response.json({ hits: [], people: [], chats: [] });
  press('Try again');
  await sleep(50);
  expect(document.body.textContent).toContain('Nothing found');
});
