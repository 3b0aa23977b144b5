import { expect, it } from 'vitest';
import { hasTrafficSource, isSignUpOpen, readTracking, writeTracking } from './tracking.ts';

it('reads a record from a link, and again from what is kept of it', () => {
  const tracking = readTracking('?network=acme&ref=a.b-7&sub1=x&sub2=y_1&sub3=z~2&lb=1');
  expect(tracking).toEqual({ network: 'acme', ref: 'a.b-7', sub1: 'x', sub2: 'y_1', sub3: 'z~2' });
  expect(readTracking(writeTracking(tracking))).toEqual(tracking);
});

it.each([
  ['markup', 'sub1=%3Cscript%3Ealert(1)%3C/script%3E'],
  ['an address of a person', 'sub1=mara%40mail.example'],
  ['a line break', 'sub1=a%0d%0aSet-Cookie:x'],
  ['a cookie of its own', 'sub1=a;session=b'],
  ['65 characters', `sub1=${'x'.repeat(65)}`],
  ['ten thousand characters', `sub1=${'x'.repeat(10_000)}`],
  ['nothing', 'sub1='],
  ['an operator', 'sub1[$ne]=1'],
])('leaves out %s', (_what, query) => {
  expect(readTracking(query)).toEqual({});
});

it('takes 64 characters, and reads nothing beyond the longest record', () => {
  expect(readTracking(`ref=${'x'.repeat(64)}`).ref).toHaveLength(64);
  expect(readTracking(`junk=${'x'.repeat(3_000)}&ref=a`)).toEqual({});
  expect(readTracking(undefined)).toEqual({});
});

it('knows a traffic source by network or ref, not by what came along', () => {
  expect(hasTrafficSource({ network: 'acme' })).toBe(true);
  expect(hasTrafficSource({ ref: 'a' })).toBe(true);
  expect(hasTrafficSource({ sub1: 'a' })).toBe(false);
});

it('opens the sign-up by the setting and the traffic source', () => {
  const none = {};
  const some = { network: 'acme' };
  expect([isSignUpOpen('all', none), isSignUpOpen('all', some)]).toEqual([true, true]);
  expect([isSignUpOpen('with_trafficsource', none), isSignUpOpen('with_trafficsource', some)]).toEqual([
    false,
    true,
  ]);
  expect([isSignUpOpen('closed', none), isSignUpOpen('closed', some)]).toEqual([false, false]);
});
