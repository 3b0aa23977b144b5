// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient, userQuery } from './query.ts';
import { askWhoThisIs, endOwnSession, onSessionGone, startSession } from './session.ts';
import { landingAt } from './start-anew.ts';
import type { UserState } from './user-state.ts';

const member = { user: { id: 'm', status: 'active' }, version: { epoch: 'e', n: 1 } } as unknown as UserState;
const visitor = { error: { code: 'AUTHENTICATION_REQUIRED', message: '' } };
/** Answers to the call that asks who is signed in, in the order of the calls. */
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

it('stays logged out after a log-out while the page asks who is signed in', async () => {
  queryClient.setQueryData(keys.user, member);
  const asked = queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
  await vi.waitUntil(() => answers[0]);
  endOwnSession();
  answers[0]?.(Response.json(member));
  await asked;
  expect(queryClient.getQueryData(keys.user)).toBeNull();
});

it('shows the member who signs in while the page asks who is signed in', async () => {
  void queryClient.prefetchQuery(userQuery);
  await vi.waitUntil(() => answers[0]);
  const started = startSession();
  answers[0]?.(Response.json(visitor, { status: 403 }));
  await vi.waitUntil(() => answers[1]);
  answers[1]?.(Response.json(member));
  await started;
  expect(queryClient.getQueryData(keys.user)).toEqual(member);
});

it('leaves the sign-in’s query running while other calls are refused', async () => {
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

it('signs nobody out when a link that signs in ends the session before', async () => {
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
