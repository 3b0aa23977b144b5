// @vitest-environment happy-dom
import type { Message } from '@heartline/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Translation, TranslationBar } from './translation.tsx';

const message = { seq: 1, text: 'Dzień dobry' } as Message;

/** A browser that can translate Polish, once its languages are there. */
function browserWith(availability: string, create: () => Promise<unknown>) {
  vi.stubGlobal('Translator', { availability: async () => availability, create });
}
const translator = { translate: async (text: string) => `English of ${text}` };

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const open = (language: string) =>
  renderPage(
    <>
      <TranslationBar language={language} />
      <Translation message={message} pair={{ from: language, to: 'en' }} />
    </>,
    { settings: { name: 'Heartline' } },
  );

it('translates by itself when the browser has the languages', async () => {
  browserWith('available', async () => translator);
  open('pl');
  const text = await screen.findByText('English of Dzień dobry');
  expect(text.lang).toBe('en');
  expect(screen.queryByRole('status')).toBeNull();
});

it('downloads the languages only after a press, and offers a failed download again', async () => {
  const create = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(new Error('offline'));
  create.mockResolvedValue(translator);
  browserWith('downloadable', create);
  open('pl');
  const offer = () => screen.findByRole('button', { name: 'Translate from Polish' });
  const first = await offer();
  expect(create).not.toHaveBeenCalled();
  fireEvent.click(first);
  await vi.waitUntil(() => create.mock.calls.length === 1);
  fireEvent.click(await offer());
  await screen.findByText('English of Dzień dobry');
});

it('says so when the browser cannot translate', async () => {
  open('pl');
  expect(await screen.findByText(/This browser can’t translate it/)).toBeTruthy();
});

it('shows nothing for a member who writes the language of the page', () => {
  browserWith('available', async () => translator);
  open('en');
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByText(/English of/)).toBeNull();
});
