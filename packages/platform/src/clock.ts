/** Milliseconds since 1970. Passed in everywhere, so tests and the dev hub own time. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
