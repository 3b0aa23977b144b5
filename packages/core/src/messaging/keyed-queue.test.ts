import { describe, expect, it } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

describe('lines', () => {
  it('let go on in the order of coming, whoever is ready first, each name by itself', async () => {
    const line = createKeyedQueue();
    const went: string[] = [];
    const [first, second, third, other] = [line('a'), line('a'), line('a'), line('b')];
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

  it('who gives up lets nobody past those who were ahead', async () => {
    const line = createKeyedQueue();
    const [first, second, third] = [line('a'), line('a'), line('a')];
    second.leave();
    let mayGo = false;
    void third.ahead?.then(() => {
      mayGo = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(mayGo).toBe(false);
    expect(line('a').ahead).toBeDefined();
    first.leave();
    first.leave();
    await third.ahead;
  });

  it('forget a line once it is empty', async () => {
    const line = createKeyedQueue();
    const only = line('a');
    only.leave();
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(line('a').ahead).toBeUndefined();
  });
});

it('who leaves takes nobody else’s place: whoever comes then waits for those that are still there', async () => {
  const line = createKeyedQueue();
  const [first, second] = [line('one'), line('one')];
  first.leave();
  await second.ahead;
  await new Promise((resolve) => setImmediate(resolve));
  const third = line('one');
  expect(third.ahead).toBeDefined();
  let isThirdsTurn = false;
  void third.ahead?.then(() => (isThirdsTurn = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isThirdsTurn).toBe(false);
  second.leave();
  await third.ahead;
  third.leave();
  await new Promise((resolve) => setImmediate(resolve));
  expect(line('one').ahead).toBeUndefined();
});
