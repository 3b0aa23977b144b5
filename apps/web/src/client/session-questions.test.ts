// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient, userQuery } from './query.ts';
import { askWhoThisIs, endOwnSession, onSessionGone, startSession } from './session.ts';
import { landingAt } from './start-anew.ts';
import type { UserState } from './user-state.ts';

const member = { user: { id: 'm', status: 'active' }, version: { epoch: 'e', n: 1 } } as unknown as UserState;
const visitor = { error: { code: 'AUTHENTICATION_REQUIRED', message: '' } };
/** Answers to who is signed in, in the order of the questions. */
let answers: ((answer: Response) => void)[];

beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  answers = [];
  vi.stubGlobal('indexedDB', { databases: async () => [] });
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      answers.push(resolve);
    });
  });
});

it('who logs out while the page asks who this is stays logged out', async () => {
  queryClient.setQueryData(keys.user, member);
  const asked = queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
  await vi.waitUntil(() => answers[0]);
  endOwnSession();
  answers[0]?.(Response.json(member));
  await asked;
  expect(queryClient.getQueryData(keys.user)).toBeNull();
});

it('who signs in while the page still asks who this is is taken for no visitor', async () => {
  void queryClient.prefetchQuery(userQuery);
  await vi.waitUntil(() => answers[0]);
  const started = startSession();
  answers[0]?.(Response.json(visitor, { status: 403 }));
  await vi.waitUntil(() => answers[1]);
  answers[1]?.(Response.json(member));
  await started;
  expect(queryClient.getQueryData(keys.user)).toEqual(member);
});

it('calls that are refused since somebody else signs in here leave the question of the sign-in to be answered', async () => {
  queryClient.setQueryData(keys.user, null);
  const started = startSession();
  await vi.waitUntil(() => answers[0]);
  askWhoThisIs();
  askWhoThisIs();
  answers[0]?.(Response.json(member));
  await started;
  expect(queryClient.getQueryData(keys.user)).toEqual(member);
  expect(answers).toHaveLength(1);
});

it('a link that signs in ends the session before it, and that this is said meanwhile signs nobody out', async () => {
  queryClient.setQueryData(keys.user, null);
  const landed = landingAt('/members', startSession);
  await vi.waitUntil(() => answers[0]);
  onSessionGone();
  answers[0]?.(Response.json(member));
  await landed;
  expect(queryClient.getQueryData(keys.user)).toEqual(member);
  onSessionGone();
  expect(queryClient.getQueryData(keys.user)).toBeNull();
});
