import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEventThrottle } from './event-throttle.ts';

describe('the throttle of live events', () => {
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
    return { handled, throttle: createEventThrottle<string>((events) => handled.push(events)) };
  };

  it('passes the first event after a pause on at once', () => {
    const { handled, throttle } = started();
    throttle.add('a');
    expect(handled).toEqual([['a']]);
    vi.advanceTimersByTime(100);
    throttle.add('b');
    expect(handled).toEqual([['a'], ['b']]);
  });

  it('passes events that follow quickly on together, in order', () => {
    const { handled, throttle } = started();
    for (const event of ['a', 'b', 'c']) throttle.add(event);
    vi.advanceTimersByTime(99);
    throttle.add('d');
    expect(handled).toEqual([['a']]);
    vi.advanceTimersByTime(1);
    expect(handled).toEqual([['a'], ['b', 'c', 'd']]);
    throttle.add('e');
    expect(handled).toHaveLength(2);
    vi.advanceTimersByTime(100);
    expect(handled[2]).toEqual(['e']);
  });

  it('waits while the user scrolls, and until the momentum ends', () => {
    const { handled, throttle } = started();
    throttle.add('a');
    page.dispatchEvent(new Event('wheel'));
    throttle.add('b');
    for (let moved = 0; moved < 4; moved += 1) {
      vi.advanceTimersByTime(100);
      page.dispatchEvent(new Event('scroll'));
    }
    throttle.add('c');
    expect(handled).toEqual([['a']]);
    vi.advanceTimersByTime(300);
    expect(handled).toEqual([['a'], ['b', 'c']]);
  });

  it('passes events on once a second while the user keeps scrolling', () => {
    const { handled, throttle } = started();
    for (let at = 0; at < 2_900; at += 50) {
      page.dispatchEvent(new Event('touchmove'));
      throttle.add(String(at));
      vi.advanceTimersByTime(50);
    }
    expect(handled).toHaveLength(3);
  });

  it('does not take scrolling by the page for the user’s', () => {
    const { handled, throttle } = started();
    throttle.add('a');
    page.dispatchEvent(new Event('scroll'));
    throttle.add('b');
    vi.advanceTimersByTime(100);
    expect(handled).toEqual([['a'], ['b']]);
  });

  it('does not wait on a hidden page, and passes on what waited before', () => {
    const { handled, throttle } = started();
    throttle.add('a');
    throttle.add('b');
    page.hidden = true;
    throttle.add('c');
    expect(handled).toEqual([['a'], ['b', 'c']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('drops waiting events when it is stopped', () => {
    const { handled, throttle } = started();
    throttle.add('a');
    throttle.add('b');
    throttle.stop();
    vi.advanceTimersByTime(1_000);
    expect(handled).toEqual([['a']]);
  });
});
