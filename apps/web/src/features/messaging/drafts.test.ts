// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { rememberSignedIn } from '../../client/signed-in.ts';
import { clearWatched } from '../../client/watched-map.ts';
import { renderPageHook } from '../../testing/render-page.tsx';
import { putBack, useDraft, useDraftPreview } from './drafts.ts';

const NAME = 'draft:me:c';

it('stores text written here, and keeps the text another tab writes there', async () => {
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
  // No storage event yet, as when this tab was suspended.
  localStorage.setItem(NAME, 'written there meanwhile');
  unmount();
  expect(localStorage.getItem(NAME)).toBe('written there meanwhile');
});

/** Makes the browser storage full from here on. */
function fill() {
  const storage = localStorage;
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const rest = {
    getItem: (name: string) => storage.getItem(name),
    removeItem: (name: string) => storage.removeItem(name),
    clear: () => storage.clear(),
  };
  vi.stubGlobal('localStorage', { ...rest, setItem });
  onTestFinished(clearWatched);
}

it('keeps text in the field when storage is full, whatever other tabs write', async () => {
  rememberSignedIn('1');
  localStorage.setItem(NAME, 'older words');
  const { result } = renderPageHook(() => useDraft('me', 'c'));
  fill();
  await act(async () => result.current[1]('only here'));
  dispatchEvent(new Event('pagehide'));
  for (const key of ['reads-to-tell', NAME, null])
    await act(async () => dispatchEvent(new StorageEvent('storage', { key })));
  expect(result.current[0]).toBe('only here');
});

it('keeps text that does not fit storage until its member signs out', async () => {
  rememberSignedIn('1');
  fill();
  const { result, unmount } = renderPageHook(() => useDraft('me', 'c'));
  await act(async () => result.current[1]('half a thought'));
  unmount();
  putBack('me', 'c', 'undone');
  const { result: preview } = renderPageHook(() => useDraftPreview('me', 'c'));
  expect(preview.current).toBe('undone\nhalf a thought');
  expect(renderPageHook(() => useDraft('me', 'c')).result.current[0]).toBe('undone\nhalf a thought');
  await act(async () => clearWatched());
  expect(preview.current).toBe('');
});

it('includes text that is put back while the field renders', async () => {
  rememberSignedIn('1');
  const { result } = renderPageHook(() => {
    useLayoutEffect(() => putBack('me', 'c', 'undone'), []);
    return useDraft('me', 'c');
  });
  expect(result.current[0]).toBe('undone');
  await act(async () => result.current[1]('undone, and more'));
  dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem(NAME)).toBe('undone, and more');
});
