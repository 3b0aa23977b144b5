// @vitest-environment happy-dom
import type { ProfileCard } from '@heartline/contracts';
import { act } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import type { Likes } from '../../live/apply/likes.ts';
import { writeEvent } from '../../live/slices.ts';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useToggleLike } from './likes-state.ts';

/** The like button as last rendered. */
let heart: { current: ReturnType<typeof useToggleLike> };
/** Answers to the requests, in order. */
let answers: { method: string; give: (answer: object, status?: number) => void; lose: () => void }[];

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
      answers.push({
        method: method ?? '',
        give: (answer, status = 200) => resolve(Response.json(answer, { status })),
        lose: () => reject(new TypeError('connection reset')),
      });
    });
  });
  queryClient.setQueryData(keys.user, { user: { id: 'me' }, version: { epoch: 'e', n: 1 } });
  queryClient.setQueryData(keys.likes, likes([], 1));
  heart = renderPageHook(() => useToggleLike(card('ann'))).result;
});

const given = () => queryClient.getQueryData<Likes>(keys.likes)?.given.map(({ id }) => id);

it('keeps the reason of a refetch that a press interrupts', async () => {
  // Bo was liked on another device. The event can't say since when, so the list is refetched.
  await act(async () => void queryClient.invalidateQueries({ queryKey: keys.likes }));
  expect(answers.map(({ method }) => method)).toEqual(['GET']);
  await act(async () => void heart.current.setLiked(true));
  expect(given()).toEqual(['ann']);
  await act(async () => answers[1]?.give({ matched: false }));
  await act(async () => answers[2]?.give(likes(['ann', 'bo'], 3)));
  expect(answers.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  expect(given()).toEqual(['ann', 'bo']);
});

it('requests no list for a press without a pending refetch', async () => {
  await act(async () => void heart.current.setLiked(true));
  await act(async () => answers[0]?.give({ matched: false }));
  expect(answers.map(({ method }) => method)).toEqual(['POST']);
  expect(given()).toEqual(['ann']);
});

describe('a heart whose press failed', () => {
  const press = (isWanted: boolean) =>
    act(async () => void heart.current.setLiked(isWanted).catch(() => undefined));
  /** Another gateway, or the same before it died, publishes what it stored. */
  const publish = (isGiven: boolean, n: number) =>
    act(async () =>
      writeEvent(queryClient, {
        name: 'like:changed',
        payload: {
          profile: 'ann',
          given: isGiven,
          received: false,
          isNew: false,
          version: { epoch: 'e', n },
        },
      }),
    );
  const fail = {
    'a lost connection': () => answers[0]?.lose(),
    'an error of a proxy': () => answers[0]?.give({}, 502),
    'an error of the server': () => answers[0]?.give({ error: { code: 'INTERNAL', message: '' } }, 500),
  };

  it('goes back when the server refused, and requests nothing', async () => {
    await press(true);
    await act(async () => answers[0]?.give({ error: { code: 'BLOCKED_BY', message: '' } }, 403));
    expect(given()).toEqual([]);
    expect(answers.map(({ method }) => method)).toEqual(['POST']);
  });

  it.each(Object.entries(fail))(
    'keeps the state of an event meanwhile, and refetches: %s',
    async (_what, failing) => {
      await press(true);
      await publish(true, 2);
      await act(async () => failing());
      expect(given()).toEqual(['ann']);
      expect(answers.map(({ method }) => method)).toEqual(['POST', 'GET']);
      await act(async () => answers[1]?.give(likes(['ann'], 2)));
      expect(given()).toEqual(['ann']);
    },
  );

  it('stays off when an event reported the unlike meanwhile', async () => {
    queryClient.setQueryData(keys.likes, likes(['ann'], 1));
    await press(false);
    await publish(false, 2);
    await act(async () => answers[0]?.lose());
    expect(given()).toEqual([]);
    expect(answers.map(({ method }) => method)).toEqual(['DELETE', 'GET']);
  });

  it.each(Object.entries(fail))(
    'goes back without an event, and refetches in case it was stored: %s',
    async (_what, failing) => {
      await press(true);
      await act(async () => failing());
      expect(given()).toEqual([]);
      await act(async () => answers[1]?.give(likes(['ann'], 2)));
      expect(given()).toEqual(['ann']);
    },
  );

  it('asks again after the next press when the request was lost too', async () => {
    vi.useFakeTimers();
    await press(true);
    await act(async () => answers[0]?.lose());
    // As often as a request is repeated.
    for (let n = 1; n <= 6; n += 1) {
      await act(async () => answers[n]?.lose());
      await act(async () => vi.advanceTimersByTimeAsync(10_000));
    }
    vi.useRealTimers();
    expect(answers).toHaveLength(7);
    await press(true);
    await act(async () => answers[7]?.give({ matched: false }));
    expect(answers.map(({ method }) => method).slice(7)).toEqual(['POST', 'GET']);
  });
});
