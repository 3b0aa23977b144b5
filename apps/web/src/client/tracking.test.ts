import { expect, it } from 'vitest';
import { storedTracking, storeTracking } from './tracking.ts';

/** What a page opened with this query leaves in the cookie. */
function cookieAfter(query: string): string[] {
  const written: string[] = [];
  storeTracking(query, (cookie) => written.push(cookie));
  return written;
}

it('keeps the record under the name network, and reads it again', () => {
  const [cookie = ''] = cookieAfter('?network=acme&ref=a:1&sub1=x&sub2=y&sub3=z');
  expect(cookie).toMatch(/^network=.*; Max-Age=2592000; Path=\/; SameSite=Lax$/);
  const stored = cookie.split('; ', 1)[0] ?? '';
  const record = { network: 'acme', ref: 'a:1', sub1: 'x', sub2: 'y', sub3: 'z' };
  expect(storedTracking(`a=1; ${stored}; b=2`)).toEqual(record);
});

it('keeps nothing of a page that says nothing, or nothing sound', () => {
  expect(cookieAfter('')).toEqual([]);
  expect(cookieAfter('?page=2&sub1=%3Cscript%3E')).toEqual([]);
});

it('survives a cookie somebody else wrote', () => {
  expect(storedTracking('network=%E0%A4%A')).toEqual({});
  expect(storedTracking('other=1')).toEqual({});
});
