import type { Clock } from '@heartline/platform';

/** A clock that runs, and that a test may push on or hold. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /** No time goes by of itself, however busy the machine is, until the answer is called. */
  hold(): () => void;
}

/** Starts one, at the time of the machine. */
export function createTestClock(): TestClock {
  let ahead = 0;
  let held: number | undefined;
  return {
    now: () => (held ?? Date.now()) + ahead,
    advance: (ms) => void (ahead += ms),
    hold() {
      held = Date.now();
      return () => {
        held = undefined;
      };
    },
  };
}
