import { describe, expect, it } from 'vitest';
import { showsBack } from './back-rule.ts';

const visit = { path: '/members/abc', isInstalledApp: true, hasHistory: true };

describe('the back button', () => {
  it.each([
    ['S2-156', '/members/abc'],
    ['S2-157', '/likes/received'],
    ['S2-158', '/likes/m/abc'],
    ['S2-159', '/credits'],
    ['S2-160', '/credits/p1'],
    ['S2-160', '/credits/p1/ideal'],
  ])('%s shows on %s', (_row, path) => {
    expect(showsBack({ ...visit, path })).toBe(true);
  });

  it.each([
    '/',
    '/members',
    '/members/abc/chat',
    '/likes',
    '/chats/abc',
    '/credits/statement',
    '/premium',
    '/settings',
  ])('does not show on %s [S2-161]', (path) => {
    expect(showsBack({ ...visit, path })).toBe(false);
  });

  it('shows in the installed app only [S2-154]', () => {
    expect(showsBack({ ...visit, isInstalledApp: false })).toBe(false);
  });

  it('shows only with history [S2-155]', () => {
    expect(showsBack({ ...visit, hasHistory: false })).toBe(false);
  });
});
