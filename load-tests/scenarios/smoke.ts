import { memberDay } from '../lib/k6/member-day.ts';
import { MAY_BE_BUSY } from '../lib/rules.ts';

/**
 * The smallest load test: members sign in over HTTP, open sockets on all gateways, write by the clock, browse, like and
 * buy. Every message must be acknowledged and reach the other side once and in order.
 */
const run = memberDay({
  thresholds: {
    ...MAY_BE_BUSY,
    // Generous limits: they catch a blocked send, even on a machine that builds meanwhile.
    message_ack_ms: ['p(95)<2000'],
    message_delivery_ms: ['p(95)<2500'],
    generator_late_ms: ['p(99)<1000'],
  },
});
export const { options, setup, sockets, calls, handleSummary } = run;
