import { describe, expect, it } from 'vitest';
import { isPage } from './pages.ts';

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
  ])('%s is none', (path) => expect(isPage(path)).toBe(false));
});
