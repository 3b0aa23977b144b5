import { describe, expect, it } from 'vitest';
import { lengthLeft } from './length-left.ts';

describe('the counter of a message', () => {
  it('shows from a hundred characters left on, and goes below zero', () => {
    expect(lengthLeft('a'.repeat(899), 1_000)).toBeUndefined();
    expect(lengthLeft('a'.repeat(900), 1_000)).toBe(100);
    expect(lengthLeft('a'.repeat(1_000), 1_000)).toBe(0);
    expect(lengthLeft('a'.repeat(1_001), 1_000)).toBe(-1);
  });

  it('counts what a person sees, without the spaces around it', () => {
    expect(lengthLeft('👩‍👩‍👧'.repeat(950), 1_000)).toBe(50);
    expect(lengthLeft(`  ${'a'.repeat(950)}  `, 1_000)).toBe(50);
  });

  it('keeps quiet in an empty field of a site with short messages', () => {
    expect(lengthLeft('', 40)).toBeUndefined();
    expect(lengthLeft('a'.repeat(20), 40)).toBe(20);
  });
});
