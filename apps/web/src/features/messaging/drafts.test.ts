// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
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

it('what a full browser does not keep stays in the field, whatever other tabs write', async () => {
  rememberSignedIn('1');
  localStorage.setItem(NAME, 'older words');
  const { result } = renderPageHook(() => useDraft('me', 'c'));
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  await act(async () => result.current[1]('only here'));
  dispatchEvent(new Event('pagehide'));
  for (const key of ['reads-to-tell', NAME, null])
    await act(async () => dispatchEvent(new StorageEvent('storage', { key })));
  expect(result.current[0]).toBe('only here');
});
