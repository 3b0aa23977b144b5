// @vitest-environment happy-dom
import { likeProfile } from '@heartline/contracts';
import { expect, it, vi } from 'vitest';
import { call } from '../../client/api.ts';
import { keys, queryClient } from '../../client/query.ts';
import { logOut } from '../../client/sign-out.ts';
import { decisions } from './decisions.ts';

it('reach the server before the log-out that follows them, also over a slow line', async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal('indexedDB', { databases: async () => [] });
  vi.stubGlobal('fetch', (path: string, { body }: { body: string | null }) => {
    asked.push(`${path} ${body ?? ''}`);
    return new Promise<Response>((resolve) => answers.push(() => resolve(Response.json({}))));
  });
  queryClient.setQueryData(keys.user, { user: { id: 'mara' } });
  const like = (profile: string) => decisions.take(() => call(likeProfile, { profile }));
  const one = like('a'.repeat(24));
  const two = like('b'.repeat(24));
  const out = logOut();
  await vi.waitUntil(() => answers.length > 0);
  answers[0]?.();
  await vi.waitUntil(() => answers.length > 1);
  expect(asked[1]).toContain('b'.repeat(24));
  answers[1]?.();
  await vi.waitUntil(() => answers.length > 2);
  expect(asked[2]).toContain('logout');
  answers[2]?.();
  await Promise.all([one, two, out]);
});
