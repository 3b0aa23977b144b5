import { vi } from 'vitest';

// Runs before each file of screen tests. Durations depend on the load of the machine. Vitest's waits of one second get
// the timeout of `expect.poll` (`vitest.config.ts`).

/** In milliseconds. */
const POLL_TIMEOUT = { timeout: 30_000 };

const { waitFor, waitUntil } = vi;
const given = (own: number | object = {}) => (typeof own === 'number' ? own : { ...POLL_TIMEOUT, ...own });
const longer: Pick<typeof vi, 'waitFor' | 'waitUntil'> = {
  waitFor: (look, own) => waitFor(look, given(own)),
  waitUntil: (look, own) => waitUntil(look, given(own)),
};
Object.assign(vi, longer);
