import { describe, expect, it } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

describe('single flight', () => {
  it('shares the running work of the same key only', async () => {
    const share = createSingleFlight<number>();
    const gate = Promise.withResolvers<number>();
    let begun = 0;
    const begin = () => {
      begun += 1;
      return gate.promise;
    };
    const tries = [share('a', begin), share('a', begin), share('b', begin)];
    expect(begun).toBe(2);
    gate.resolve(7);
    expect(await Promise.all(tries)).toEqual([7, 7, 7]);
    await share('a', begin);
    expect(begun).toBe(3);
  });

  it('starts again after a failed or timed-out attempt', async () => {
    let now = 0;
    const share = createSingleFlight<string>(() => now);
    await expect(share('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await share('a', async () => 'stored')).toBe('stored');
    void share('b', () => new Promise(() => {}));
    now = 15_000;
    expect(await share('b', async () => 'found')).toBe('found');
  });
});
