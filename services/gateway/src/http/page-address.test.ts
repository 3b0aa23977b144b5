import { describe, expect, it } from 'vitest';
import { readPageAddress } from './page-address.ts';

const SITE = { countries: ['NL', 'DE', 'PL'], domain_language: 'nl-NL' };
const read = (path: string) => readPageAddress(path, SITE);

describe('the address of a page', () => {
  it.each([
    ['/', { kind: 'page', path: '/', visitorPage: '/' }],
    ['/de', { kind: 'page', path: '/', visitorPage: '/', locale: 'de' }],
    ['/pl/pricing', { kind: 'page', path: '/pricing', visitorPage: '/pricing', locale: 'pl' }],
    ['/members', { kind: 'page', path: '/members' }],
    [
      '/de/landers/video/x',
      { kind: 'page', path: '/landers/video/x', visitorPage: '/landers/$lander/$campaign', locale: 'de' },
    ],
    ['/de/about-us', { kind: 'page', path: '/about-us', visitorPage: '/$token', locale: 'de' }],
    ['/de/pages/terms', { kind: 'page', path: '/pages/terms', visitorPage: '/pages/$slug', locale: 'de' }],
  ])('%s is one page', (path, page) => expect(read(path)).toEqual(page));

  it.each([
    ['/pricing/', '/pricing'],
    ['/DE/pricing', '/de/pricing'],
    ['/De/pricing/', '/de/pricing'],
    ['/DE/', '/de'],
    ['/de/', '/de'],
    ['/nl', '/'],
    ['/NL/pricing', '/pricing'],
    ['/members/x/', '/members/x'],
    ['/landers/gallery/', '/landers/gallery'],
    ['/landers/gallery/<b>', '/landers/gallery'],
    ['/de/landers/gallery/Summer/', '/de/landers/gallery'],
  ])('%s moves to %s in one step', (path, to) => expect(read(path)).toEqual({ kind: 'moved', to }));

  it.each([
    '/xx/pricing',
    '/fr/pricing',
    '/de/members',
    '/de/pages/nothing',
    '/de/de',
    '//',
    '//evil.example/',
  ])('%s is none', (path) => expect(read(path)).toEqual({ kind: 'unknown' }));
});
