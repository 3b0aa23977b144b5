import { isOutage } from '@heartline/platform';
import { describe, expect, it } from 'vitest';
import { everyPart } from './every-part.ts';

describe('everyPart', () => {
  const away = Object.assign(new Error('too slow'), { code: 50 });
  const of = (...errors: (Error | undefined)[]) => {
    const done: number[] = [];
    const parts = errors.map((error, part) => async () => {
      done.push(part);
      if (error) throw error;
    });
    return { done, outcome: everyPart(parts).catch((error: unknown) => error) };
  };

  it('runs every part after a failure and after an outage', async () => {
    const { done, outcome } = of(new Error('spoilt'), away, undefined);
    expect(String(await outcome)).toContain('2 failed: Error: spoilt; Error: too slow');
    expect(done).toEqual([0, 1, 2]);
    expect(isOutage(await outcome)).toBe(true);
  });

  it('does not count as an outage if no dependency was unavailable', async () => {
    expect(isOutage(await of(new Error('spoilt')).outcome)).toBe(false);
  });

  it('resolves when every part succeeded', async () => {
    expect(await of(undefined, undefined).outcome).toBeUndefined();
  });
});
