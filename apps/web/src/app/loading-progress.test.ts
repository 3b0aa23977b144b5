import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLoadingProgress } from './loading-progress.ts';

let shown: (number | null)[];
let bar: ReturnType<typeof createLoadingProgress>;

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  bar = createLoadingProgress((progress) => shown.push(progress));
});
afterEach(() => vi.useRealTimers());

describe('the page loading bar', () => {
  it('shows nothing for a page that loads within 200 ms [S4-066 S9-020]', () => {
    bar.start();
    vi.advanceTimersByTime(199);
    bar.finish();
    vi.advanceTimersByTime(10_000);
    expect(shown).toEqual([]);
  });

  it('starts after 200 ms [S4-066 S9-020]', () => {
    bar.start();
    vi.advanceTimersByTime(200);
    expect(shown).toEqual([0]);
  });

  it('is full 5000 ms after it started, not before [S4-067 S9-021]', () => {
    bar.start();
    vi.advanceTimersByTime(200 + 4_900);
    expect(shown.at(-1)).toBeLessThan(1);
    vi.advanceTimersByTime(100);
    expect(shown.at(-1)).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(shown.at(-1)).toBe(1);
  });

  it('hides 500 ms after the page is ready [S4-068 S9-022]', () => {
    bar.start();
    vi.advanceTimersByTime(1_000);
    bar.finish();
    expect(shown.at(-1)).toBe(1);
    vi.advanceTimersByTime(499);
    expect(shown.at(-1)).toBe(1);
    vi.advanceTimersByTime(1);
    expect(shown.at(-1)).toBeNull();
  });

  it('starts again for a page requested while the last bar is still full', () => {
    bar.start();
    vi.advanceTimersByTime(300);
    bar.finish();
    bar.start();
    vi.advanceTimersByTime(600);
    expect(shown.at(-1)).not.toBeNull();
    expect(shown.at(-1)).toBeLessThan(1);
  });

  it('hides even if a page loaded within 200 ms while it was full', () => {
    bar.start();
    vi.advanceTimersByTime(300);
    bar.finish();
    vi.advanceTimersByTime(100);
    bar.start();
    vi.advanceTimersByTime(199);
    bar.finish();
    vi.advanceTimersByTime(201);
    expect(shown.at(-1)).toBeNull();
  });
});
