import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPace } from './pace.ts';

describe('the pace of live events', () => {
  const page = { hidden: false };
  beforeEach(() => {
    vi.useFakeTimers();
    page.hidden = false;
    vi.stubGlobal('document', page);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const started = () => {
    const handled: (readonly string[])[] = [];
    return { handled, pace: createPace<string>((events) => handled.push(events)) };
  };

  it('lets what comes after a pause through at once', () => {
    const { handled, pace } = started();
    pace.add('a');
    expect(handled).toEqual([['a']]);
    vi.advanceTimersByTime(100);
    pace.add('b');
    expect(handled).toEqual([['a'], ['b']]);
  });

  it('hands on together, in order, what follows quickly', () => {
    const { handled, pace } = started();
    for (const event of ['a', 'b', 'c']) pace.add(event);
    vi.advanceTimersByTime(99);
    pace.add('d');
    expect(handled).toEqual([['a']]);
    vi.advanceTimersByTime(1);
    expect(handled).toEqual([['a'], ['b', 'c', 'd']]);
    pace.add('e');
    expect(handled).toHaveLength(2);
    vi.advanceTimersByTime(100);
    expect(handled[2]).toEqual(['e']);
  });

  it('waits for nothing on a page that nobody sees, and forgets nothing that waited before', () => {
    const { handled, pace } = started();
    pace.add('a');
    pace.add('b');
    page.hidden = true;
    pace.add('c');
    expect(handled).toEqual([['a'], ['b', 'c']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('drops what waits when it is stopped', () => {
    const { handled, pace } = started();
    pace.add('a');
    pace.add('b');
    pace.stop();
    vi.advanceTimersByTime(1_000);
    expect(handled).toEqual([['a']]);
  });
});
