// @vitest-environment happy-dom
import type { OwnProfile, ProfileChange } from '@heartline/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, createElement, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { type OwnProfileForm, useOwnProfile } from './own-profile-state.ts';

let root: Root;
/** The form as it was drawn last. */
let form: OwnProfileForm;
/** What the server was asked to change, each with the way to answer it. */
let asked: { change: ProfileChange; answer: () => void }[];

const profile = { id: 'ada', interests: [] as string[], about: 'Tea first.' } as unknown as OwnProfile;

function Host({ onForm }: { onForm: (form: OwnProfileForm) => void }) {
  onForm(useOwnProfile());
  return null;
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  asked = [];
  let kept = profile;
  vi.stubGlobal('fetch', (_address: string, { method, body }: RequestInit) => {
    if (method === 'GET') return Promise.resolve(Response.json({ profile: kept }));
    const change = JSON.parse(body as string) as ProfileChange;
    return new Promise<Response>((resolve) => {
      const answer = () => {
        kept = { ...kept, ...change } as OwnProfile;
        resolve(Response.json({ profile: kept }));
      };
      asked.push({ change, answer });
    });
  });
  queryClient.setQueryData(keys.user, { user: { id: 'ada', profile: {} } });
  queryClient.setQueryData(keys.ownProfile, profile);
  root = createRoot(document.createElement('div'));
  const editor = createElement(Host, { onForm: (drawn) => (form = drawn) });
  const host = createElement(Suspense, { fallback: null }, editor);
  await act(async () => root.render(createElement(QueryClientProvider, { client: queryClient }, host)));
});
afterEach(async () => {
  await act(async () => root.unmount());
  queryClient.clear();
  vi.unstubAllGlobals();
});

const change = (interests: ProfileChange['interests']) => act(async () => form.change({ interests }));
const answer = (n: number) => act(async () => asked[n]?.answer());

it('what was chosen while an earlier choice was on its way stays chosen when that one is answered', async () => {
  await change(['art']);
  await change(['art', 'music']);
  await answer(0);
  expect(form.profile.interests).toEqual(['art', 'music']);
  await answer(1);
  expect(form.profile.interests).toEqual(['art', 'music']);
  expect(asked.map(({ change: { interests } }) => interests)).toEqual([['art'], ['art', 'music']]);
});
