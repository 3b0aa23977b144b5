import { describe, expect, it } from 'vitest';
import { INDEXES } from './migrate.ts';
import { shardKeyOf } from './shard-keys.ts';

describe('indexes on a sharded cluster', () => {
  it('start with the shard key if unique, since shards cannot enforce any other', () => {
    const unique = INDEXES.filter(({ options }) => options?.unique);
    expect(unique.length).toBeGreaterThan(0);
    for (const { collection, key } of unique) {
      const shardKey = Object.keys(shardKeyOf(collection));
      expect([collection, Object.keys(key).slice(0, shardKey.length)]).toEqual([collection, shardKey]);
    }
  });

  it('never define one collection and key twice', () => {
    const names = INDEXES.map(({ collection, key }) => `${collection} ${JSON.stringify(key)}`);
    expect(names).toEqual([...new Set(names)]);
  });
});
