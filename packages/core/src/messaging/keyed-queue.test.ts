import { describe, expect, it } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

describe('keyed queue', () => {
  it('finishes tasks of one key in the order of arrival, each key by itself', async () => {
    const queue = createKeyedQueue();
    const went: string[] = [];
    const [first, second, third, other] = [queue('a'), queue('a'), queue('a'), queue('b')];
    const go = async (name: string, place: typeof first) => {
      await place.ahead;
      went.push(name);
      place.leave();
    };
    expect(first.ahead).toBeUndefined();
    expect(other.ahead).toBeUndefined();
    const others = [go('third', third), go('second', second)];
    await go('first', first);
    await Promise.all(others);
    expect(went).toEqual(['first', 'second', 'third']);
  });

  it('keeps the order when a waiter is cancelled', async () => {
    const queue = createKeyedQueue();
    const [first, second, third] = [queue('a'), queue('a'), queue('a')];
    second.leave();
    let mayGo = false;
    void third.ahead?.then(() => {
      mayGo = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(mayGo).toBe(false);
    expect(queue('a').ahead).toBeDefined();
    first.leave();
    first.leave();
    await third.ahead;
  });

  it('forgets a key once its queue is empty', async () => {
    const queue = createKeyedQueue();
    const only = queue('a');
    only.leave();
    await new Promise((resolve) => setImmediate(resolve));
    expect(queue('a').ahead).toBeUndefined();
  });
});

it('makes a new task wait for those still queued after the first has left', async () => {
  const queue = createKeyedQueue();
  const [first, second] = [queue('one'), queue('one')];
  first.leave();
  await second.ahead;
  await new Promise((resolve) => setImmediate(resolve));
  const third = queue('one');
  expect(third.ahead).toBeDefined();
  let isThirdsTurn = false;
  void third.ahead?.then(() => (isThirdsTurn = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isThirdsTurn).toBe(false);
  second.leave();
  await third.ahead;
  third.leave();
  await new Promise((resolve) => setImmediate(resolve));
  expect(queue('one').ahead).toBeUndefined();
});
