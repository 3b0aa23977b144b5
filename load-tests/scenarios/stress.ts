import { memberDay } from '../lib/k6/member-day.ts';
import { MAY_CUT_OFF } from '../lib/rules.ts';

/**
 * Four steps up. Latency may rise, and the report shows at which step. Messages may not be lost, duplicated or
 * reordered even then.
 */
const run = memberDay({
  thresholds: {
    ...MAY_CUT_OFF,
    message_ack_ms: ['p(95)<5000'],
    message_delivery_ms: ['p(95)<5000'],
  },
});
export const { options, setup, sockets, calls, handleSummary } = run;
