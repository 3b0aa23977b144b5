import type { Clock } from '@heartline/platform';

/** A running clock that a test may move forward or stop. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /** Stops the clock, however busy the machine is, until the returned function is called. */
  hold(): () => void;
}

/** Starts a clock at the time of the machine. */
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
