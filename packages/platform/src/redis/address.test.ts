import { expect, it } from 'vitest';
import { clusterNodes, REDIS_ADDRESS } from './address.ts';

it('accepts the address of one Redis, without cluster nodes', () => {
  for (const url of ['redis://localhost', 'rediss://user:password@host:6380/2']) {
    expect(url).toMatch(REDIS_ADDRESS);
    expect(clusterNodes(url)).toBeUndefined();
  }
});

it("gives every node the scheme and the login of the cluster's address", () => {
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
])('rejects %s', (url) => {
  expect(url).not.toMatch(REDIS_ADDRESS);
});
