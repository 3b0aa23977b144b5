// @vitest-environment happy-dom

import type { OwnProfile, ProfileChange } from '@heartline/contracts';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { actAs } from '../../client/api.ts';
import { keys, queryClient } from '../../client/query.ts';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useAbout } from './own-fields.tsx';
import { useOwnProfile } from './own-profile-state.ts';

let page: { current: ReturnType<typeof useEditor> };
/** The changes sent to the server, each with functions to answer or lose it. */
let asked: { change: ProfileChange; answer: () => void; lose: () => void; refuse: () => void }[];

const profile = { id: 'ada', interests: [] as string[], about: 'Tea first.' } as unknown as OwnProfile;

/** The form, and the text about oneself as it is typed. */
function useEditor() {
  const form = useOwnProfile();
  return { form, about: useAbout(form) };
}

beforeEach(() => {
  asked = [];
  let stored = profile;
  vi.stubGlobal('fetch', (_address: string, { method, body }: RequestInit) => {
    if (method === 'GET') return Promise.resolve(Response.json({ profile: stored }));
    const change = JSON.parse(body as string) as ProfileChange;
    return new Promise<Response>((resolve, reject) => {
      const lose = () => reject(new TypeError('no network'));
      const answer = () => {
        stored = { ...stored, ...change } as OwnProfile;
        resolve(Response.json({ profile: stored }));
      };
      const refuse = () => resolve(Response.json({ error: { code: 'VALIDATION_FAILED' } }, { status: 400 }));
      asked.push({ change, answer, lose, refuse });
    });
  });
  queryClient.setQueryData(keys.user, { user: { id: 'ada', profile: {} } });
  queryClient.setQueryData(keys.ownProfile, profile);
  page = renderPageHook(useEditor).result;
});

const change = (interests: ProfileChange['interests']) =>
  act(async () => page.current.form.change({ interests }));
const answer = (n: number) => act(async () => asked[n]?.answer());

it('keeps a choice made while an earlier one is being saved', async () => {
  await change(['art']);
  await change(['art', 'music']);
  await answer(0);
  expect(page.current.form.profile.interests).toEqual(['art', 'music']);
  await answer(1);
  expect(page.current.form.profile.interests).toEqual(['art', 'music']);
  expect(asked.map(({ change: { interests } }) => interests)).toEqual([['art'], ['art', 'music']]);
});

it('drops a choice made before another member signed in', async () => {
  actAs('ada');
  await change(['art']);
  await change(['art', 'music']);
  actAs('ben');
  queryClient.setQueryData(keys.user, { user: { id: 'ben', profile: { country: 'PL' } } });
  await answer(0);
  await act(() => fixedWait(10, 'no event says that a choice is dropped'));
  actAs(undefined);
  expect(asked).toHaveLength(1);
  expect(queryClient.getQueryData(keys.user)).toMatchObject({ user: { profile: { country: 'PL' } } });
});

it('keeps text that did not reach the server, and sends it later', async () => {
  vi.useFakeTimers();
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
  await act(async () => page.current.about.onChange('Tea first, and a long walk.'));
  await pass(1_200);
  await act(async () => asked[0]?.lose());
  // The profile is refetched, and the answer has the old text.
  await pass(100);
  expect([page.current.form.state, page.current.about.value]).toEqual([
    'failed',
    'Tea first, and a long walk.',
  ]);
  await pass(1_200);
  await answer(1);
  expect([page.current.form.state, page.current.form.profile.about]).toEqual([
    'saved',
    'Tea first, and a long walk.',
  ]);
  await pass(60_000);
  expect(asked).toHaveLength(2);
  // From here on changes of other devices are shown again.
  queryClient.setQueryData(keys.ownProfile, { ...profile, about: 'Coffee.' });
  await pass(100);
  expect(page.current.about.value).toBe('Coffee.');
});

it('reverts text that the server refuses', async () => {
  await act(async () => page.current.about.onChange('No.'));
  await act(async () => page.current.about.onBlur());
  await act(async () => asked[0]?.refuse());
  await expect.poll(() => page.current.about.value).toBe('Tea first.');
});

it('saves a text once that the server refuses after a pause, and not again', async () => {
  vi.useFakeTimers();
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
  await act(async () => page.current.about.onChange('No.'));
  await pass(1_200);
  await act(async () => asked[0]?.refuse());
  await pass(60_000);
  expect([asked.length, page.current.about.value]).toEqual([1, 'Tea first.']);
});

it('a late answer reverts nothing of the member that changed since', async () => {
  await change(['art']);
  const picture = { filename: 'new.webp', thumb_filename: 'new-s.webp' };
  await act(async () =>
    queryClient.setQueryData(keys.user, { user: { id: 'ada', profile: { main_image: picture } } }),
  );
  await answer(0);
  expect(queryClient.getQueryData(keys.user)).toMatchObject({ user: { profile: { main_image: picture } } });
});
