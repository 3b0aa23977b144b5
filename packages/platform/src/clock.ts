/** Milliseconds since 1970. Injected everywhere, so tests and the dev hub control time. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
