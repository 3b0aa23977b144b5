import { describe, expect, it } from 'vitest';
import { slugFault } from './pages.ts';

describe('slugFault', () => {
  it.each(['terms', 'return-policy', 'about', 'summer-2026', 'us-footer', '7'])('takes %s', (slug) => {
    expect(slugFault(slug)).toBeUndefined();
  });

  it.each([
    ['members', /address of the site/],
    ['api', /address of the site/],
    ['pages', /address of the site/],
    ['nl', /address of the site/],
    ['a'.repeat(43), /one-time link/],
    ['a'.repeat(41), /at most 40/],
    ['About', /upper-case/],
    ['../x', /no name of a page/],
    ['a/b', /no name of a page/],
    ['a--b', /no name of a page/],
    ['-a', /no name of a page/],
    ['café', /no name of a page/],
    ['', /no name of a page/],
    ['a\0', /no name of a page/],
  ])('refuses %s and says why', (slug, why) => {
    expect(slugFault(slug)).toMatch(why);
  });
});
