import { INDEXES } from '@heartline/core';
import { expect, it } from 'vitest';
import { COLLECTIONS } from './collections.ts';
import { readCollections, readRedisKeys } from './read-sources.ts';
import { REDIS_KEYS } from './redis-keys.ts';

const inSources = readCollections();

it('describes every collection that the sources open, and no other', () => {
  expect(inSources.size).toBeGreaterThan(30);
  expect(Object.keys(COLLECTIONS).toSorted()).toEqual([...inSources.keys()].toSorted());
});

it('describes every collection that has an index', () => {
  expect(INDEXES.filter(({ collection }) => !inSources.has(collection))).toEqual([]);
});

it('says TTL exactly where an index lets the database delete', () => {
  const withTtl = new Set(
    INDEXES.filter(({ options }) => options?.expireAfterSeconds !== undefined).map(
      ({ collection }) => collection,
    ),
  );
  const said = Object.entries(COLLECTIONS).filter(([, { retention }]) => retention.includes('TTL'));
  expect(said.map(([name]) => name).toSorted()).toEqual([...withTtl].toSorted());
});

it('describes every family of Redis keys in the sources, and no other', () => {
  expect(Object.keys(REDIS_KEYS).toSorted()).toEqual([...readRedisKeys()].toSorted());
});
