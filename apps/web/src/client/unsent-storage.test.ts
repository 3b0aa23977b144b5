// @vitest-environment happy-dom
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { renderPageHook } from '../testing/render-page.tsx';
import { actAs } from './api.ts';
import { keys, queryClient } from './query.ts';
import { useSessionUpkeep } from './session.ts';
import { endingOfGone, mayPersistUnsent, noteWipe, rememberSignedIn, SIGNED_IN } from './signed-in.ts';
import { keepUnsentOf, resumeUnsentOf, UNSENT_TTL_MS, usePersistedText } from './unsent-storage.ts';
import type { UserState } from './user-state.ts';

const MEMBER = {
  user: { id: 'mara', status: 'active' },
  version: { epoch: 'e', n: 1 },
} as unknown as UserState;
const settle = () => fixedWait(50, 'long enough for a lazy module to load and erase, which some may not do');

beforeEach(() => {
  localStorage.clear();
  rememberSignedIn('1');
  actAs('mara');
});

const texts = () => renderPageHook(() => usePersistedText('report:x')).result;

it('keeps the text of a form for the same member until it is sent', () => {
  texts().current[1]('They asked for money');
  expect(texts().current[0]).toBe('They asked for money');
  actAs('nele');
  expect(texts().current[0]).toBe('');
  actAs('mara');
  texts().current[2]();
  expect(texts().current[0]).toBe('');
});

it('erases unsent text of members who did not return within 30 days', async () => {
  localStorage.setItem('draft:mara:c', 'Hello');
  localStorage.setItem('draft:jonas:c', 'Hi');
  keepUnsentOf('mara');
  keepUnsentOf('jonas');
  vi.setSystemTime(Date.now() + UNSENT_TTL_MS - 1_000);
  await resumeUnsentOf('jonas');
  expect(localStorage.getItem('draft:mara:c')).toBe('Hello');
  vi.setSystemTime(Date.now() + 2_000);
  await resumeUnsentOf('jonas');
  expect(localStorage.getItem('draft:mara:c')).toBeNull();
  expect(localStorage.getItem('draft:jonas:c')).toBe('Hi');
  vi.useRealTimers();
});

it('erases the member’s own text when they return after more than 30 days', async () => {
  localStorage.setItem('draft:mara:c', 'Hello');
  keepUnsentOf('mara');
  vi.setSystemTime(Date.now() + UNSENT_TTL_MS + 1_000);
  onTestFinished(() => void vi.useRealTimers());
  await resumeUnsentOf('mara');
  expect(localStorage).toHaveLength(1);
  expect(localStorage.getItem('draft:mara:c')).toBeNull();
});

it.each([
  ['erases expired text of others at a start without a signed-in member', null, true],
  ['leaves expired text of others to the services of a signed-in member', MEMBER, false],
])('%s', async (_, user, areErased) => {
  localStorage.setItem('draft:jonas:c', 'Hi');
  keepUnsentOf('jonas');
  vi.setSystemTime(Date.now() + UNSENT_TTL_MS + 1_000);
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  queryClient.setQueryData(keys.user, user);
  if (!user) localStorage.removeItem(SIGNED_IN);
  renderPageHook(useSessionUpkeep);
  await settle();
  expect(localStorage.getItem('draft:jonas:c')).toBe(areErased ? null : 'Hi');
});

it('leaves text in the browser unless the member logged out or asked for a wipe', () => {
  expect(endingOfGone()).toBe('ending');
  rememberSignedIn('ending');
  expect([mayPersistUnsent(), endingOfGone()]).toEqual([true, 'ending']);
  noteWipe();
  expect(endingOfGone()).toBe('leaving');
  rememberSignedIn('leaving');
  expect(mayPersistUnsent()).toBe(false);
  // The next log-in starts clean.
  rememberSignedIn('1');
  expect(endingOfGone()).toBe('ending');
});
