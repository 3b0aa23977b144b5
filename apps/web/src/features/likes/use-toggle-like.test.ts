// @vitest-environment happy-dom
import type { ProfileCard } from '@heartline/contracts';
import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import type { Likes } from '../../live/apply/likes.ts';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useToggleLike } from './likes-state.ts';

/** The heart as it was drawn last. */
let heart: { current: ReturnType<typeof useToggleLike> };
/** Answers to what is asked, in the order of the questions. */
let answers: { method: string; give: (answer: object) => void }[];

const card = (id: string) => ({ id, name: id }) as ProfileCard;
const likes = (given: string[], n: number): Likes => ({
  profiles: given.map(card),
  liked_by: [],
  given: given.map((id) => ({ id, at: 1 })),
  matches: [],
  version: { epoch: 'e', n },
});

beforeEach(() => {
  answers = [];
  vi.stubGlobal('fetch', (_address: string, { method, signal }: RequestInit) => {
    return new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      answers.push({ method: method ?? '', give: (answer) => resolve(Response.json(answer)) });
    });
  });
  queryClient.setQueryData(keys.user, { user: { id: 'me' } });
  queryClient.setQueryData(keys.likes, likes([], 1));
  heart = renderPageHook(() => useToggleLike(card('ann'))).result;
});

const given = () => queryClient.getQueryData<Likes>(keys.likes)?.given.map(({ id }) => id);

it('a heart pressed while the likes are fetched again keeps what they were fetched for', async () => {
  // Bo was liked on another device: the event can’t say since when, so the list is asked for.
  await act(async () => void queryClient.invalidateQueries({ queryKey: keys.likes }));
  expect(answers.map(({ method }) => method)).toEqual(['GET']);
  await act(async () => void heart.current.setLiked(true));
  expect(given()).toEqual(['ann']);
  await act(async () => answers[1]?.give({ matched: false }));
  await act(async () => answers[2]?.give(likes(['ann', 'bo'], 3)));
  expect(answers.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  expect(given()).toEqual(['ann', 'bo']);
});

it('a heart pressed at any other time asks for no list', async () => {
  await act(async () => void heart.current.setLiked(true));
  await act(async () => answers[0]?.give({ matched: false }));
  expect(answers.map(({ method }) => method)).toEqual(['POST']);
  expect(given()).toEqual(['ann']);
});
