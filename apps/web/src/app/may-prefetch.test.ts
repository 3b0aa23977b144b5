import { expect, it } from 'vitest';
import { mayPrefetch } from './may-prefetch.ts';

it('skips prefetching on 2g and while data is saved [S9-060 S9-061]', () => {
  expect(mayPrefetch({ effectiveType: '4g', saveData: false })).toBe(true);
  expect(mayPrefetch({})).toBe(true);
  expect(mayPrefetch({ effectiveType: '2g' })).toBe(false);
  expect(mayPrefetch({ effectiveType: 'slow-2g' })).toBe(false);
  expect(mayPrefetch({ effectiveType: '4g', saveData: true })).toBe(false);
});
