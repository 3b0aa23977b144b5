import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { narrowerThan, widerThan } from './breakpoints.ts';

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

it.each(['sm', 'md', 'lg', 'xl'] as const)('uses the same width for %s in scripts and styles', (name) => {
  const [, width] = tokens.match(new RegExp(`--breakpoint-${name}: (\\S+);`)) ?? [];
  expect(width).toMatch(/em$/);
  expect([widerThan(name), narrowerThan(name)]).toEqual([`(width >= ${width})`, `(width < ${width})`]);
});

/** Media and container queries by pixels, in CSS, scripts and class names. */
const BY_PIXELS = /\((?:min-|max-)?(?:width|height)\s*[<>=:]+\s*[\d.]+px\)|(?:min|max)-\[[\d.]+px\]:/g;

it("uses no pixel queries, which ignore the reader's font size (WCAG 1.4.4)", () => {
  const cwd = new URL('../../../../', import.meta.url).pathname;
  const sources = globSync('{packages/ui,apps/web}/src/**/*.{css,ts,tsx}', { cwd });
  const measured = sources.flatMap((path) =>
    [...readFileSync(`${cwd}${path}`, 'utf8').matchAll(BY_PIXELS)].map(([query]) => `${path}: ${query}`),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(measured).toEqual([]);
});
