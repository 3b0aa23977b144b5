// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { rememberSignedIn } from '../../client/signed-in.ts';
import { useDraft } from './drafts.ts';

const NAME = 'draft:me:c';

it('keeps what is written here, and leaves to another tab what is written there', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  rememberSignedIn('1');
  const seen: ReturnType<typeof useDraft>[] = [];
  const Host = ({ onDraft }: { onDraft: (draft: ReturnType<typeof useDraft>) => void }) => {
    onDraft(useDraft('me', 'c'));
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(createElement(Host, { onDraft: (draft) => void seen.push(draft) })));
  const text = () => seen.at(-1)?.[0];
  const write = (words: string) => act(async () => seen.at(-1)?.[1](words));
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
  await act(async () => root.unmount());
  expect(localStorage.getItem(NAME)).toBe('written there meanwhile');
});
