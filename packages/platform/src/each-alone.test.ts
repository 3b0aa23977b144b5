import { describe, expect, it } from 'vitest';
import { eachAlone } from './each-alone.ts';

describe('each alone', () => {
  const failing = (tried: number[], error: Error) => (item: number) => {
    tried.push(item);
    return item === 2 ? Promise.reject(error) : Promise.resolve();
  };

  it('goes on after one that failed, and tells of it in the end', async () => {
    const tried: number[] = [];
    const outcome = eachAlone([1, 2, 3], failing(tried, new Error('a row like no other')));
    await expect(outcome).rejects.toThrow('1 failed: Error: a row like no other');
    expect(tried).toEqual([1, 2, 3]);
  });

  it('ends at once when nothing could go well', async () => {
    const tried: number[] = [];
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    await expect(eachAlone([1, 2, 3], failing(tried, away))).rejects.toBe(away);
    expect(tried).toEqual([1, 2]);
  });

  it('is silent when all went well', async () => {
    await expect(eachAlone([1, 3], failing([], new Error('never')))).resolves.toBeUndefined();
  });
});
