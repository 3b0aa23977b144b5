import { type CoreInTest, startTwoCores, type TwoCores } from '@heartline/testing';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

/**
 * Two cores on their own databases, for the tests of a file or of a `describe`. They start before the first test and
 * stop after the last. The returned objects are empty before that.
 */
export function twoCores(outside?: Parameters<typeof startTwoCores>[0]): {
  world: TwoCores;
  a: CoreInTest;
  b: CoreInTest;
} {
  const running = { world: {} as TwoCores, a: {} as CoreInTest, b: {} as CoreInTest };
  let started: TwoCores | undefined;
  beforeAll(async () => {
    started = await startTwoCores(outside);
    Object.assign(running.world, started);
    Object.assign(running.a, started.a);
    Object.assign(running.b, started.b);
  });
  afterAll(() => started?.stop());
  return running;
}

/** After every test: once all holds are closed, the invariants hold. */
export function booksAddUp(world: TwoCores): void {
  afterEach(async () => {
    await world.settle();
    expect(await world.violations()).toEqual([]);
  });
}
