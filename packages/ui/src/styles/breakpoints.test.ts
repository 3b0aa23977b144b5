import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { narrowerThan, widerThan } from './breakpoints.ts';

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

it.each(['sm', 'md', 'lg', 'xl'] as const)(
  'what is asked by script about %s is what the styles ask',
  (name) => {
    const [, width] = tokens.match(new RegExp(`--breakpoint-${name}: (\\S+);`)) ?? [];
    expect(width).toMatch(/em$/);
    expect([widerThan(name), narrowerThan(name)]).toEqual([`(width >= ${width})`, `(width < ${width})`]);
  },
);

/** Queries of windows and boxes, as CSS and scripts write them and as classes do. */
const BY_PIXELS = /\((?:min-|max-)?(?:width|height)\s*[<>=:]+\s*[\d.]+px\)|(?:min|max)-\[[\d.]+px\]:/g;

it('nothing is measured in pixels, which know nothing of the letters a reader set in the browser (WCAG 1.4.4)', () => {
  const cwd = new URL('../../../../', import.meta.url).pathname;
  const sources = globSync('{packages/ui,apps/web}/src/**/*.{css,ts,tsx}', { cwd });
  const measured = sources.flatMap((path) =>
    [...readFileSync(`${cwd}${path}`, 'utf8').matchAll(BY_PIXELS)].map(([query]) => `${path}: ${query}`),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(measured).toEqual([]);
});
