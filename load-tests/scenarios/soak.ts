import { memberDay } from '../lib/k6/member-day.ts';

/** Half an hour of member days: memory, event loop and latency must be as flat at the end as early on. */
const run = memberDay({
  thresholds: {
    message_ack_ms: ['p(99)<150'],
    message_delivery_ms: ['p(99)<150'],
    'message_delivery_ms{slice:19}': ['p(95)<100'],
  },
});
export const { options, setup, sockets, calls, handleSummary } = run;
