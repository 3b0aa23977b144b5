import { isOutage } from '@heartline/platform';
import { describe, expect, it } from 'vitest';
import { everyPart } from './every-part.ts';

describe('every part', () => {
  const away = Object.assign(new Error('too slow'), { code: 50 });
  const of = (...errors: (Error | undefined)[]) => {
    const done: number[] = [];
    const parts = errors.map((error, part) => async () => {
      done.push(part);
      if (error) throw error;
    });
    return { done, outcome: everyPart(parts).catch((error: unknown) => error) };
  };

  it('is done after one that failed, and after one that found something away', async () => {
    const { done, outcome } = of(new Error('spoilt'), away, undefined);
    expect(String(await outcome)).toContain('2 failed: Error: spoilt; Error: too slow');
    expect(done).toEqual([0, 1, 2]);
    expect(isOutage(await outcome)).toBe(true);
  });

  it('is told of as a mistake where nothing was away', async () => {
    expect(isOutage(await of(new Error('spoilt')).outcome)).toBe(false);
  });

  it('is silent when all went well', async () => {
    expect(await of(undefined, undefined).outcome).toBeUndefined();
  });
});
