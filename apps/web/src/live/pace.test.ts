import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPace } from './pace.ts';

describe('the pace of live events', () => {
  let page: EventTarget & { hidden: boolean };
  beforeEach(() => {
    vi.useFakeTimers();
    page = Object.assign(new EventTarget(), { hidden: false });
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

  it('waits while a hand scrolls and what it pushed glides on, and no longer', () => {
    const { handled, pace } = started();
    pace.add('a');
    page.dispatchEvent(new Event('wheel'));
    pace.add('b');
    for (let moved = 0; moved < 4; moved += 1) {
      vi.advanceTimersByTime(100);
      page.dispatchEvent(new Event('scroll'));
    }
    pace.add('c');
    expect(handled).toEqual([['a']]);
    vi.advanceTimersByTime(300);
    expect(handled).toEqual([['a'], ['b', 'c']]);
  });

  it('hands on once a second what comes while somebody scrolls on and on', () => {
    const { handled, pace } = started();
    for (let at = 0; at < 2_900; at += 50) {
      page.dispatchEvent(new Event('touchmove'));
      pace.add(String(at));
      vi.advanceTimersByTime(50);
    }
    expect(handled).toHaveLength(3);
  });

  it('takes nothing for a hand that the page scrolls by itself', () => {
    const { handled, pace } = started();
    pace.add('a');
    page.dispatchEvent(new Event('scroll'));
    pace.add('b');
    vi.advanceTimersByTime(100);
    expect(handled).toEqual([['a'], ['b']]);
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
