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
  const field: { text: string; setText: (text: string) => void } = { text: '', setText: () => {} };
  const Host = () => {
    [field.text, field.setText] = useDraft('me', 'c');
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(createElement(Host)));
  const fromOtherTab = (text: string) =>
    act(async () => {
      localStorage.setItem(NAME, text);
      dispatchEvent(new Event('storage'));
    });
  await act(async () => field.setText('ours'));
  dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem(NAME)).toBe('ours');
  await fromOtherTab('theirs');
  expect(field.text).toBe('theirs');
  await act(async () => field.setText('being written'));
  await fromOtherTab('older words');
  expect(field.text).toBe('being written');
  dispatchEvent(new Event('pagehide'));
  // Not told yet, as when this tab was asleep.
  localStorage.setItem(NAME, 'written there meanwhile');
  await act(async () => root.unmount());
  expect(localStorage.getItem(NAME)).toBe('written there meanwhile');
});
