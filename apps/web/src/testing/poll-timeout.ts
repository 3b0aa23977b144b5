import { vi } from 'vitest';

// Runs before each file of tests of screens. How long something takes says how busy the machine is: what Vitest would wait
// for a second is waited for as long as `expect.poll` waits (`vitest.config.ts`).

/** In milliseconds. */
const POLL_TIMEOUT = { timeout: 30_000 };

const { waitFor, waitUntil } = vi;
const given = (own: number | object = {}) => (typeof own === 'number' ? own : { ...POLL_TIMEOUT, ...own });
const longer: Pick<typeof vi, 'waitFor' | 'waitUntil'> = {
  waitFor: (look, own) => waitFor(look, given(own)),
  waitUntil: (look, own) => waitUntil(look, given(own)),
};
Object.assign(vi, longer);
