import { memberDay } from '../lib/k6/member-day.ts';
import { MAY_CUT_OFF } from '../lib/rules.ts';

/**
 * Ten times the traffic within seconds, then the base rate again. The backlog must be gone soon after the peak: the
 * last slices are as quick as the first.
 */
const run = memberDay({
  thresholds: {
    ...MAY_CUT_OFF,
    message_delivery_ms: ['p(95)<3000'],
    'message_delivery_ms{slice:17}': ['p(95)<100'],
    'message_delivery_ms{slice:18}': ['p(95)<100'],
  },
});
export const { options, setup, sockets, calls, handleSummary } = run;
