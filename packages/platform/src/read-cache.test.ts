import { describe, expect, it, vi } from 'vitest';
import { createReadCache } from './read-cache.ts';

describe('createReadCache', () => {
  function cacheOf(rows: Record<string, number>, max = 10, more: { onlyFound?: true } = {}) {
    const clock = { time: 1_000 };
    const reads: string[][] = [];
    const options = { ttlMs: 100, max, now: () => clock.time, ...more };
    const cache = createReadCache<number>(options, async (ids) => {
      reads.push([...ids]);
      if ('broken' in rows) throw new Error('away');
      return new Map(ids.flatMap((id) => (id in rows ? [[id, rows[id] as number] as const] : [])));
    });
    return { cache, clock, reads };
  }

  it('reads ids of one turn together, and each id once', async () => {
    const { cache, reads } = cacheOf({ a: 1, b: 2 });
    const [a, again, found] = await Promise.all([cache.get('a'), cache.get('a'), cache.getMany(['b', 'c'])]);
    expect([a, again]).toEqual([1, 1]);
    expect([...found]).toEqual([['b', 2]]);
    expect(reads).toEqual([['a', 'b', 'c']]);
  });

  it('caches for the given time and no longer', async () => {
    const { cache, clock, reads } = cacheOf({ a: 1 });
    await cache.get('a');
    clock.time += 99;
    await cache.get('a');
    expect(reads).toHaveLength(1);
    clock.time += 1;
    await cache.get('a');
    expect(reads).toHaveLength(2);
  });

  it('reads again after the clock was put back', async () => {
    const { cache, clock, reads } = cacheOf({ a: 1 });
    await cache.get('a');
    clock.time -= 10_000;
    await cache.get('a');
    expect(reads).toHaveLength(2);
  });

  it('drops one on request, the oldest when full, and a failure at once', async () => {
    const rows: Record<string, number> = { a: 1, b: 2, c: 3 };
    const { cache, reads } = cacheOf(rows, 2);
    await cache.get('a');
    cache.drop('a');
    await cache.get('a');
    expect(reads).toHaveLength(2);
    await cache.get('b');
    await cache.get('c');
    await cache.get('a');
    expect(reads).toHaveLength(5);
    rows['broken'] = 1;
    await expect(cache.get('d')).rejects.toThrow('away');
    delete rows['broken'];
    expect(await cache.get('d')).toBeUndefined();
  });

  it('keeps found documents when many missing ids are asked for', async () => {
    const { cache, reads } = cacheOf({ a: 1 }, 2, { onlyFound: true });
    await cache.get('a');
    for (const invented of ['b', 'c', 'd', 'd']) expect(await cache.get(invented)).toBeUndefined();
    expect(reads).toHaveLength(5);
    expect(await cache.get('a')).toBe(1);
    expect(reads).toHaveLength(5);
  });

  it('gathers look-ups while two reads are in flight, and reads them together', async () => {
    const answers: (() => void)[] = [];
    const reads: string[][] = [];
    const cache = createReadCache<number>({ ttlMs: 100, max: 10, now: () => 0 }, async (ids) => {
      reads.push([...ids]);
      await new Promise<void>((resolve) => answers.push(resolve));
      return new Map(ids.map((id) => [id, 1]));
    });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const asked: Promise<unknown>[] = [];
    for (const id of ['a', 'b', 'c', 'd']) {
      asked.push(cache.get(id));
      await turn();
    }
    expect(reads).toEqual([['a'], ['b']]);
    answers[0]?.();
    await turn();
    expect(reads).toEqual([['a'], ['b'], ['c', 'd']]);
    for (const answer of answers) answer();
    expect(await Promise.all(asked)).toEqual([1, 1, 1, 1]);
  });

  it('reads a crowd in fewer reads, and a single look-up at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const reads: string[][] = [];
    const cache = createReadCache<number>({ ttlMs: 1, max: 10, now: () => 0, restMs: 10 }, async (ids) => {
      reads.push([...ids]);
      return new Map(ids.map((id) => [id, 1]));
    });
    await cache.get('a');
    await Promise.all([cache.get('b'), cache.get('c')]);
    expect(reads).toEqual([['a'], ['b', 'c']]);
    const asked = [cache.get('d')];
    await turn();
    asked.push(cache.get('e'));
    await turn();
    expect(reads).toHaveLength(2);
    vi.advanceTimersByTime(10);
    expect(await Promise.all(asked)).toEqual([1, 1]);
    expect(reads).toEqual([['a'], ['b', 'c'], ['d', 'e']]);
    vi.useRealTimers();
  });
});
