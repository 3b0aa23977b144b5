import { expect, it } from 'vitest';
import { actAs } from './api.ts';
import { createRequestQueue } from './request-queue.ts';

it('sends requests one after another, failures included, and reports the end', async () => {
  const queue = createRequestQueue();
  const first = Promise.withResolvers<string>();
  const asked: string[] = [];
  const take = (name: string, answer: Promise<string>) =>
    queue.enqueue(() => {
      asked.push(name);
      return answer;
    });
  const one = take('one', first.promise);
  const two = take('two', Promise.resolve('second'));
  const over = queue.drained();
  await Promise.resolve();
  expect(asked).toEqual(['one']);
  first.reject(new Error('refused'));
  await expect(one).rejects.toThrow('refused');
  await expect(two).resolves.toBe('second');
  await over;
  expect(asked).toEqual(['one', 'two']);
});

it('drops waiting requests after a sign-out, so none goes out as another member', async () => {
  const queue = createRequestQueue();
  const first = Promise.withResolvers<void>();
  const asked: string[] = [];
  actAs('mara');
  const one = queue.enqueue(() => first.promise);
  const two = queue.enqueue(async () => asked.push('of Mara'));
  actAs('nele');
  const three = queue.enqueue(async () => asked.push('of Nele'));
  first.resolve();
  await Promise.allSettled([one, two, three]);
  actAs(undefined);
  expect(asked).toEqual(['of Nele']);
});
