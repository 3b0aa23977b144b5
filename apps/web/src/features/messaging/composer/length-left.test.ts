import { describe, expect, it } from 'vitest';
import { lengthLeft } from './length-left.ts';

describe('lengthLeft', () => {
  it('returns the rest from 100 characters on, and negative numbers beyond', () => {
    expect(lengthLeft('a'.repeat(899), 1_000)).toBeUndefined();
    expect(lengthLeft('a'.repeat(900), 1_000)).toBe(100);
    expect(lengthLeft('a'.repeat(1_000), 1_000)).toBe(0);
    expect(lengthLeft('a'.repeat(1_001), 1_000)).toBe(-1);
  });

  it('counts visible characters without surrounding spaces', () => {
    expect(lengthLeft('👩‍👩‍👧'.repeat(950), 1_000)).toBe(50);
    expect(lengthLeft(`  ${'a'.repeat(950)}  `, 1_000)).toBe(50);
  });

  it('counts long emoji like the server does', () => {
    const dancers = '\u{1F469}\u{1F3FF}\u200D\u2764\uFE0F\u200D\u{1F48B}\u200D\u{1F468}\u{1F3FF}';
    expect(dancers).toHaveLength(15);
    expect(lengthLeft(dancers.repeat(1_000), 1_000)).toBe(0);
    expect(lengthLeft(dancers.repeat(1_400), 5_000)).toBe(-250);
  });

  it('returns nothing for an empty field with a short limit', () => {
    expect(lengthLeft('', 40)).toBeUndefined();
    expect(lengthLeft('a'.repeat(20), 40)).toBe(20);
  });
});
