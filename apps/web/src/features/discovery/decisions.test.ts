// @vitest-environment happy-dom
import { likeProfile, type ProfileCard } from '@heartline/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { actAs, call } from '../../client/api.ts';
import { keys, queryClient } from '../../client/query.ts';
import { logOut } from '../../client/sign-out.ts';
import { clearWatched } from '../../client/watched-map.ts';
import { createDecider, decisions, settled } from './decisions.ts';

// Not cleaned up: the wipe runs a moment later, mostly after the test.
Object.assign(globalThis, { indexedDB: { databases: async () => [] } });

it('sends decisions before a log-out that follows, also on a slow connection', async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', (path: string, { body }: { body: string | null }) => {
    asked.push(`${path} ${body ?? ''}`);
    return new Promise<Response>((resolve) => answers.push(() => resolve(Response.json({}))));
  });
  queryClient.setQueryData(keys.user, { user: { id: 'mara' } });
  const like = (profile: string) => decisions.enqueue(() => call(likeProfile, { profile }));
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

it('does not delay or refuse a deal that starts before the member is known', async () => {
  actAs(undefined);
  const deal = settled();
  actAs('mara');
  await expect(deal).resolves.toBeUndefined();
  actAs(undefined);
});

describe('a decision', () => {
  const card = (id: string) => ({ id, name: id }) as ProfileCard;
  /** The requests, as "<method> <path> <profile>". */
  let asked: string[];
  /** Answers to a kind of request that is not to succeed. */
  let failing: Record<string, () => Promise<Response>>;
  const lost = () => Promise.reject(new TypeError('connection reset'));
  const refused = async () =>
    Response.json({ error: { code: 'RATE_LIMITED', message: '' } }, { status: 429 });

  const begin = () => {
    asked = [];
    failing = {};
    vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
      const what = `${method} ${path.replace('/api/', '').replace('.php', '')}`;
      asked.push(body ? `${what} ${(JSON.parse(body as string) as { profile: string }).profile}` : what);
      return failing[what]?.() ?? Promise.resolve(Response.json({ matched: false }));
    });
    return createDecider();
  };
  afterEach(() => {
    queryClient.clear();
    vi.unstubAllGlobals();
  });

  it('to like is in the cached likes at once, and loads no list', async () => {
    const { like } = begin();
    const none = { profiles: [], liked_by: [], given: [], matches: [], version: { epoch: 'e', n: 1 } };
    queryClient.setQueryData(keys.likes, none);
    await like(card('ann'));
    expect(asked).toEqual(['POST like ann']);
    expect(queryClient.getQueryData(keys.likes)).toMatchObject({ given: [{ id: 'ann' }] });
    expect(queryClient.getQueryState(keys.likes)?.isInvalidated).toBe(false);
  });

  it('to pass first takes back a like with a lost answer, not a refused one', async () => {
    const { like, pass } = begin();
    failing['POST like'] = lost;
    await expect(like(card('ann'))).rejects.toThrow();
    failing['POST like'] = refused;
    await expect(like(card('bo'))).rejects.toThrow();
    for (const id of ['ann', 'bo', 'ann']) await pass(card(id));
    expect(asked.slice(2)).toEqual(['DELETE like ann', 'POST pass ann', 'POST pass bo', 'POST pass ann']);
  });

  it('to undo a like follows the like, and a pass then takes nothing back again', async () => {
    const { like, undoLike, pass } = begin();
    await Promise.all([like(card('ann')), undoLike(card('ann')), pass(card('ann'))]);
    expect(asked).toEqual(['POST like ann', 'DELETE like ann', 'POST pass ann']);
  });

  it('repeats a failed undo, except for a card decided again', async () => {
    const { undoPass, pass, like } = begin();
    failing['DELETE pass'] = refused;
    for (const id of ['ann', 'bo']) await expect(undoPass(card(id))).rejects.toThrow();
    failing = {};
    asked = [];
    await pass(card('bo'));
    await like(card('cleo'));
    expect(asked).toEqual(['DELETE pass ann', 'POST pass bo', 'POST like cleo']);
  });

  it('to undo a pass is repeated before the next deal, even in a new deck', async () => {
    const { undoPass } = begin();
    failing['DELETE pass'] = refused;
    await expect(undoPass(card('ann'))).rejects.toThrow();
    begin();
    await settled();
    await settled();
    expect(asked).toEqual(['DELETE pass ann']);
  });

  it('to undo a pass is dropped when another member signs in', async () => {
    const { undoPass } = begin();
    failing['DELETE pass'] = refused;
    await expect(undoPass(card('ann'))).rejects.toThrow();
    // The end of a session does the same.
    clearWatched();
    asked = [];
    await settled();
    expect(asked).toEqual([]);
  });
});
