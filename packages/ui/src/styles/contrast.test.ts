import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** Every `--name: light-dark(#light, #dark)` of the stylesheet. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [low = 0, high = 0] = [one, other]
    .map((name) => {
      const token = tokens.get(name);
      if (!token) throw new Error(`no token --${name}`);
      return luminance(token[theme]);
    })
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Text and its surfaces: 4.5 (WCAG 1.4.3). */
const textPairs: Record<string, string[]> = {
  ink: ['paper', 'card', 'sunk', 'pulse-soft', 'danger-soft', 'amber-soft', 'leaf-soft'],
  'ink-2': ['paper', 'card', 'sunk', 'pulse-soft', 'amber-soft'],
  'on-pulse': ['pulse'],
  danger: ['paper', 'card', 'sunk', 'danger-soft'],
  amber: ['paper', 'card', 'amber-soft', 'pulse-soft'],
  leaf: ['paper', 'card', 'leaf-soft'],
  sky: ['paper', 'card', 'sunk'],
  paper: ['ink'],
  card: ['danger'],
};

/** Borders of controls, icons and marks with a meaning: 3 (WCAG 1.4.11). */
const shapePairs: Record<string, string[]> = {
  edge: ['paper', 'card', 'sunk'],
  pulse: ['paper', 'card', 'sunk', 'pulse-soft'],
  danger: ['card'],
  leaf: ['card'],
};

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  const cases = (pairs: Record<string, string[]>) =>
    Object.entries(pairs).flatMap(([front, backs]) => backs.map((back) => [front, back] as const));

  it.each(cases(textPairs))('text %s on %s reaches 4.5', (front, back) => {
    expect(contrast(front, back, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(cases(shapePairs))('shape %s on %s reaches 3', (front, back) => {
    expect(contrast(front, back, theme)).toBeGreaterThanOrEqual(3);
  });
});
