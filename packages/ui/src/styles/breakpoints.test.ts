import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { narrowerThan, widerThan } from './breakpoints.ts';

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The browser's default font size, in which media queries measure `em`. */
const EM_PX = 16;

it.each([
  ['sm', 576],
  ['md', 768],
  ['lg', 992],
  ['xl', 1200],
] as const)('has the breakpoint %s at %i px [S9-066 S9-067 S9-068 S9-069]', (name, px) => {
  const em = `${px / EM_PX}em`;
  expect(tokens).toContain(`--breakpoint-${name}: ${em};`);
  expect([widerThan(name), narrowerThan(name)]).toEqual([`(width >= ${em})`, `(width < ${em})`]);
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
