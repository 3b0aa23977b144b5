import { memberDay } from '../lib/k6/member-day.ts';
import { MAY_BE_BUSY } from '../lib/rules.ts';

/** Only messages, as the plain client of the benchmarks sends them: `npm run load -- calibrate`. */
const run = memberDay({ mix: { send: 1 }, thresholds: MAY_BE_BUSY });
export const { options, setup, sockets, handleSummary } = run;
