// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { rememberSignedIn } from '../../client/signed-in.ts';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useDraft } from './drafts.ts';

const NAME = 'draft:me:c';

it('keeps what is written here, and leaves to another tab what is written there', async () => {
  rememberSignedIn('1');
  const { result, unmount } = renderPageHook(() => useDraft('me', 'c'));
  const text = () => result.current[0];
  const write = (words: string) => act(async () => result.current[1](words));
  const fromOtherTab = (words: string) =>
    act(async () => {
      localStorage.setItem(NAME, words);
      dispatchEvent(new Event('storage'));
    });
  await write('ours');
  dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem(NAME)).toBe('ours');
  await fromOtherTab('theirs');
  expect(text()).toBe('theirs');
  await write('being written');
  await fromOtherTab('older words');
  expect(text()).toBe('being written');
  dispatchEvent(new Event('pagehide'));
  // Not told yet, as when this tab was asleep.
  localStorage.setItem(NAME, 'written there meanwhile');
  unmount();
  expect(localStorage.getItem(NAME)).toBe('written there meanwhile');
});
