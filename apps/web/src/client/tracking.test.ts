import { expect, it } from 'vitest';
import { storedTracking, storeTracking } from './tracking.ts';

/** The cookie after a page was opened with this query. */
function cookieAfter(query: string): string[] {
  const written: string[] = [];
  storeTracking(query, (cookie) => written.push(cookie));
  return written;
}

it('stores the record under the name network and reads it back', () => {
  const [cookie = ''] = cookieAfter('?network=acme&ref=a:1&sub1=x&sub2=y&sub3=z');
  expect(cookie).toMatch(/^network=.*; Max-Age=2592000; Path=\/; SameSite=Lax$/);
  const stored = cookie.split('; ', 1)[0] ?? '';
  const record = { network: 'acme', ref: 'a:1', sub1: 'x', sub2: 'y', sub3: 'z' };
  expect(storedTracking(`a=1; ${stored}; b=2`)).toEqual(record);
});

it('stores nothing when the query has no valid tracking', () => {
  expect(cookieAfter('')).toEqual([]);
  expect(cookieAfter('?page=2&sub1=%3Cscript%3E')).toEqual([]);
});

it('ignores a cookie of another format', () => {
  expect(storedTracking('network=%E0%A4%A')).toEqual({});
  expect(storedTracking('other=1')).toEqual({});
});
