import { type CoreInTest, startTwoCores, type TwoCores } from '@heartline/testing';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

/**
 * Two cores on engines of their own, for the tests of a file or of a `describe`: started before the first of them, stopped
 * after the last. What is answered has nothing in it before that.
 */
export function twoCores(outside?: Parameters<typeof startTwoCores>[0]): {
  world: TwoCores;
  a: CoreInTest;
  b: CoreInTest;
} {
  const standing = { world: {} as TwoCores, a: {} as CoreInTest, b: {} as CoreInTest };
  let started: TwoCores | undefined;
  beforeAll(async () => {
    started = await startTwoCores(outside);
    Object.assign(standing.world, started);
    Object.assign(standing.a, started.a);
    Object.assign(standing.b, started.b);
  });
  afterAll(() => started?.stop());
  return standing;
}

/** Whatever a test did: once everything is closed, the books add up. */
export function booksAddUp(world: TwoCores): void {
  afterEach(async () => {
    await world.settle();
    expect(await world.violations()).toEqual([]);
  });
}
