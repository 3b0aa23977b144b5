import { expect, it } from 'vitest';
import { actAs } from './api.ts';
import { createTurns } from './turns.ts';

it('asks once those before were answered, well or not, and says when all were', async () => {
  const turns = createTurns();
  const first = Promise.withResolvers<string>();
  const asked: string[] = [];
  const take = (name: string, answer: Promise<string>) =>
    turns.take(() => {
      asked.push(name);
      return answer;
    });
  const one = take('one', first.promise);
  const two = take('two', Promise.resolve('second'));
  const over = turns.over();
  await Promise.resolve();
  expect(asked).toEqual(['one']);
  first.reject(new Error('refused'));
  await expect(one).rejects.toThrow('refused');
  await expect(two).resolves.toBe('second');
  await over;
  expect(asked).toEqual(['one', 'two']);
});

it('asks nothing more of who is signed out by then: it would go out in the name of who came after', async () => {
  const turns = createTurns();
  const first = Promise.withResolvers<void>();
  const asked: string[] = [];
  actAs('mara');
  const one = turns.take(() => first.promise);
  const two = turns.take(async () => asked.push('of Mara'));
  actAs('nele');
  const three = turns.take(async () => asked.push('of Nele'));
  first.resolve();
  await Promise.allSettled([one, two, three]);
  actAs(undefined);
  expect(asked).toEqual(['of Nele']);
});
