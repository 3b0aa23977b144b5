import { expect, it } from 'vitest';
import { clusterNodes, REDIS_ADDRESS } from './address.ts';

it('one Redis is no cluster', () => {
  for (const url of ['redis://localhost', 'rediss://user:password@host:6380/2']) {
    expect(url).toMatch(REDIS_ADDRESS);
    expect(clusterNodes(url)).toBeUndefined();
  }
});

it('every node of a cluster has the scheme and the login of its address', () => {
  expect(clusterNodes('redis+cluster://one:6379')).toEqual(['redis://one:6379']);
  expect(clusterNodes('rediss+cluster://me:p%2Fw@one:6379,two/')).toEqual([
    'rediss://me:p%2Fw@one:6379',
    'rediss://me:p%2Fw@two',
  ]);
});

it.each([
  'localhost:6379',
  'redis://one:6379,redis://two:6379',
  'redis://one:6379,two:6379',
  'redis+cluster://',
  'redis+cluster://one/1',
  'redis+cluster://one,,two',
  'valkey+cluster://one',
])('%s is refused', (url) => {
  expect(url).not.toMatch(REDIS_ADDRESS);
});
