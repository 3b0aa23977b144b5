// @vitest-environment happy-dom
import type { OwnPhoto } from '@heartline/contracts';
import { showToast, Toasts } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { usePhotoMoves } from './photo-moves.ts';

type Moves = ReturnType<typeof usePhotoMoves>;

function Host({ pictures, press }: { pictures: string; press: (moves: Moves) => unknown }) {
  const moves = usePhotoMoves([...pictures].map((id) => ({ id }) as OwnPhoto));
  return (
    <button type="button" onClick={() => press(moves)}>
      {moves.shown.map(({ id }) => id).join('')}
    </button>
  );
}

let root: Root;
const button = () => document.querySelector('button');
const shown = () => button()?.textContent;

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.user, { user: { id: 'ada', profile: {} } });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  root.unmount();
  vi.unstubAllGlobals();
});

async function draw(pictures: string, press: (moves: Moves) => unknown): Promise<void> {
  root.render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <Host {...{ pictures, press }} />
        <Toasts label="Notices" closeLabel="Close" />
      </I18nProvider>
    </QueryClientProvider>,
  );
  await vi.waitUntil(button);
}

it('photos stay in the order they were left in, and the server hears of it move by move', async () => {
  const asked: { order: string[]; answer: () => void }[] = [];
  vi.stubGlobal('fetch', (_address: string, { body }: RequestInit) => {
    const { order } = JSON.parse(body as string) as { order: string[] };
    const pictures = order.map((id) => ({ id }));
    return new Promise((resolve) => {
      asked.push({ order, answer: () => resolve(Response.json({ pictures, photo_limit: 3 })) });
    });
  });
  const orders = () => asked.map(({ order }) => order.join(''));
  await draw('abc', ({ shown: [, , last], move }) => last && void move(last.id, 0));
  for (const order of ['cab', 'bca']) {
    button()?.click();
    await expect.poll(shown).toBe(order);
  }
  expect(orders()).toEqual(['cab']);
  asked[0]?.answer();
  await expect.poll(orders).toEqual(['cab', 'bca']);
  expect(shown()).toBe('bca');
  asked[1]?.answer();
  // The photos as the page was given them: nothing is under way any more.
  await expect.poll(shown).toBe('abc');
});

it('a photo that could not be deleted stands again, and nothing says that it is gone', async () => {
  let refuse = () => {};
  vi.stubGlobal('fetch', () => new Promise((_resolve, reject) => (refuse = () => reject(new TypeError()))));
  await draw('ab', ({ remove }) => void remove('b'));
  const notices = () => [...document.querySelectorAll('[role=alertdialog]')].map((one) => one.textContent);
  button()?.click();
  await expect.poll(shown).toBe('a');
  refuse();
  await expect.poll(shown).toBe('ab');
  // Whatever else was said stands there once a later word does.
  await expect.poll(() => notices().length).toBeGreaterThan(0);
  await showToast({ title: 'Later', isSticky: true });
  await expect.poll(() => notices().join()).toContain('Later');
  expect(notices().join()).not.toContain('deleted');
});
