import { describe, expect, it } from 'vitest';
import { eachAlone } from './each-alone.ts';

describe('eachAlone', () => {
  const failing = (tried: number[], error: Error) => (item: number) => {
    tried.push(item);
    return item === 2 ? Promise.reject(error) : Promise.resolve();
  };

  it('continues after a failure, and reports it at the end', async () => {
    const tried: number[] = [];
    const outcome = eachAlone([1, 2, 3], failing(tried, new Error('a row like no other')));
    await expect(outcome).rejects.toThrow('1 failed: Error: a row like no other');
    expect(tried).toEqual([1, 2, 3]);
  });

  it('stops at once when a dependency is unavailable', async () => {
    const tried: number[] = [];
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    await expect(eachAlone([1, 2, 3], failing(tried, away))).rejects.toBe(away);
    expect(tried).toEqual([1, 2]);
  });

  it('resolves when every item succeeded', async () => {
    await expect(eachAlone([1, 3], failing([], new Error('never')))).resolves.toBeUndefined();
  });
});
