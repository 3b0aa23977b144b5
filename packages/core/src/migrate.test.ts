import { describe, expect, it } from 'vitest';
import { INDEXES } from './migrate.ts';

/** What a sharded collection may be spread by: a member's own rows, or one chain, stand together. */
const SHARD_KEYS = new Set(['owner', 'member', 'conversation', 'site']);

describe('indexes on a sharded cluster', () => {
  it('that are unique start with the shard key: no other can be kept unique over shards', () => {
    const unique = INDEXES.filter(({ options }) => options?.unique);
    expect(unique.length).toBeGreaterThan(0);
    for (const { collection, key } of unique) {
      expect([collection, SHARD_KEYS.has(Object.keys(key)[0] ?? '')]).toEqual([collection, true]);
    }
  });

  it('never name one collection and key twice', () => {
    const names = INDEXES.map(({ collection, key }) => `${collection} ${JSON.stringify(key)}`);
    expect(names).toEqual([...new Set(names)]);
  });
});
