import { memberDay } from '../lib/k6/member-day.ts';
import { world } from '../lib/k6/settings.ts';
import { MAY_CUT_OFF } from '../lib/rules.ts';

/**
 * `npm run load` kills gateway `a` under traffic and restarts it later. Half of the sockets return through the other
 * gateway, fetch missed messages and resend unanswered ones. The run has no HTTP calls, since without a load balancer
 * they would fail at the dead gateway.
 */
const run = memberDay({
  mix: { send: 60, read: 30, type: 10 },
  thresholds: {
    ...MAY_CUT_OFF,
    // All members of the killed gateway: it has one of every pair.
    sockets_reconnected: [`count>=${world.members.length / 2}`],
    socket_resync_ms: ['p(95)<10000'],
    // By then all members are back, and messages arrive as events again, not only by fetching.
    'message_delivery_ms{slice:18}': ['p(95)<500'],
    'message_delivery_ms{slice:19}': ['p(95)<500'],
  },
});
export const { options, setup, sockets, handleSummary } = run;
