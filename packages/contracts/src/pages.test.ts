import { describe, expect, it } from 'vitest';
import { isPage, landerAt, visitorPageAt } from './pages.ts';

describe('an address of the web app', () => {
  it.each([
    '/',
    '/members',
    '/members/',
    '/members/0123456789abcdef01234567/chat',
    '/likes/new',
    '/likes/m/0123456789abcdef01234567',
    '/activate/error',
    `/${'a'.repeat(43)}`,
    '/pages/terms',
    '/pages/return-policy/',
    '/landers/gallery',
    '/landers/gallery/summer-26',
    '/members/0123456789abcdef01234567/landing2/x',
  ])('%s is a page', (path) => expect(isPage(path)).toBe(true));

  it.each([
    '',
    '//',
    '/nowhere',
    '/members//chat',
    '/members/1/2/3',
    '/likes/none',
    '/likes/m',
    '/pages',
    '/pages/nothing',
    '/pages/Terms',
    `/${'a'.repeat(42)}`,
    '/$token',
    '/.env',
    '/members.php',
    '/Members',
    '/landers',
    '/landers/unknown',
  ])('%s is none', (path) => expect(isPage(path)).toBe(false));
});

describe('the address of a lander', () => {
  it.each([
    ['/landers/gallery', { page: '/landers/$lander', lander: 'gallery', path: '/landers/gallery' }],
    [
      '/landers/gallery/summer',
      {
        page: '/landers/$lander/$campaign',
        lander: 'gallery',
        campaign: 'summer',
        path: '/landers/gallery/summer',
      },
    ],
    [
      '/members/a1/landing3/x',
      {
        page: '/members/$id/landing3/$campaign',
        lander: 'landing3',
        member: 'a1',
        campaign: 'x',
        path: '/members/a1/landing3/x',
      },
    ],
  ])('%s names a page', (path, address) => {
    expect(landerAt(path)).toEqual(address);
    expect(visitorPageAt(path)).toBe(address.page);
  });

  it.each([
    ['/landers/gallery/<b>', '/landers/gallery'],
    [`/landers/gallery/${'a'.repeat(41)}`, '/landers/gallery'],
    ['/landers/gallery/Summer', '/landers/gallery'],
    ['/landers/gallery/a/b', '/landers/gallery'],
    ['/landers/adultonly/x', '/landers/adultonly'],
    ['/members/a1/landing/x', '/members/a1/landing'],
    ['/members/a1/landing2/%3C', '/members/a1/landing2'],
  ])('%s leaves out what is no campaign: %s', (path, one) => {
    expect(landerAt(path)?.path).toBe(one);
    expect(visitorPageAt(path)).toBeUndefined();
  });

  it.each([
    '/landers',
    '/landers/unknown',
    '/landers/Gallery',
    '/members/a1/signup',
    '/members/a1',
    '/gallery',
  ])('%s is none', (path) => expect(landerAt(path)).toBeUndefined());
});
