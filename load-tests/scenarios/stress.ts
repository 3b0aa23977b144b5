import { memberDay } from '../lib/k6/member-day.ts';
import { MAY_CUT_OFF } from '../lib/rules.ts';

/**
 * Four steps up. Late is allowed here, lost is not: the report shows at which step the latencies bend, and nothing may
 * be doubled, missing or out of order even there.
 */
const run = memberDay({
  thresholds: {
    ...MAY_CUT_OFF,
    message_ack_ms: ['p(95)<5000'],
    message_delivery_ms: ['p(95)<5000'],
  },
});
export const { options, setup, sockets, calls, handleSummary } = run;
