import { memberDay } from '../lib/k6/member-day.ts';

/** Messages and nothing else, as the plain client of the benchmarks sends them: `npm run load -- calibrate`. */
const run = memberDay({ mix: { send: 1 } });
export const { options, setup, sockets, handleSummary } = run;
