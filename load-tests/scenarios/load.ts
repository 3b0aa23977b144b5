import { memberDay } from '../lib/k6/member-day.ts';

/** The member day at the rate the app is designed for: everything once, in order, and quickly. */
const run = memberDay({
  thresholds: {
    message_ack_ms: ['p(95)<50', 'p(99)<100'],
    message_delivery_ms: ['p(95)<50', 'p(99)<100'],
    call_list_ms: ['p(95)<200'],
    call_search_ms: ['p(95)<200'],
    purchase_ms: ['p(95)<3000'],
  },
});
export const { options, setup, sockets, calls, handleSummary } = run;
