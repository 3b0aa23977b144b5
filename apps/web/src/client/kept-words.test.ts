// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPageHook } from '../testing/render-page.tsx';
import { actAs } from './api.ts';
import { keepWordsOf, takeWordsOf, useKeptText, WORDS_KEPT_MS } from './kept-words.ts';
import { endingOfGone, mayKeepWords, noteWipe, rememberSignedIn } from './signed-in.ts';

beforeEach(() => {
  localStorage.clear();
  rememberSignedIn('1');
  actAs('mara');
});

const texts = () => renderPageHook(() => useKeptText('report:x')).result;

it('keeps the text of a form for the same member until it was sent', () => {
  texts().current[1]('They asked for money');
  expect(texts().current[0]).toBe('They asked for money');
  actAs('nele');
  expect(texts().current[0]).toBe('');
  actAs('mara');
  texts().current[2]();
  expect(texts().current[0]).toBe('');
});

it('erases words of members who did not come back within 30 days', async () => {
  localStorage.setItem('draft:mara:c', 'Hello');
  localStorage.setItem('draft:jonas:c', 'Hi');
  keepWordsOf('mara');
  keepWordsOf('jonas');
  vi.setSystemTime(Date.now() + WORDS_KEPT_MS - 1_000);
  await takeWordsOf('jonas');
  expect(localStorage.getItem('draft:mara:c')).toBe('Hello');
  vi.setSystemTime(Date.now() + 2_000);
  await takeWordsOf('jonas');
  expect(localStorage.getItem('draft:mara:c')).toBeNull();
  expect(localStorage.getItem('draft:jonas:c')).toBe('Hi');
  vi.useRealTimers();
});

it('leaves words in the browser unless the member logged out or ended the session from elsewhere', () => {
  expect(endingOfGone()).toBe('ending');
  rememberSignedIn('ending');
  expect([mayKeepWords(), endingOfGone()]).toEqual([true, 'ending']);
  noteWipe();
  expect(endingOfGone()).toBe('leaving');
  rememberSignedIn('leaving');
  expect(mayKeepWords()).toBe(false);
  // The next log-in begins anew.
  rememberSignedIn('1');
  expect(endingOfGone()).toBe('ending');
});
