import { memberDay } from '../lib/k6/member-day.ts';
import { world } from '../lib/k6/settings.ts';
import { MAY_CUT_OFF } from '../lib/rules.ts';

/**
 * `npm run load` kills gateway `a` under traffic and starts it again later. Half of the sockets return through the other
 * gateway, fetch what they missed and send again what was not answered. Calls go on meanwhile only where a gateway
 * lives, so this run has none: a load balancer would take them elsewhere.
 */
const run = memberDay({
  mix: { send: 60, read: 30, type: 10 },
  thresholds: {
    ...MAY_CUT_OFF,
    // Everybody of the gateway that is killed: of two, each has one of every pair.
    sockets_reconnected: [`count>=${world.members.length / 2}`],
    socket_resync_ms: ['p(95)<10000'],
    // By then everybody is back for long: messages are told of again, not only found by who asks.
    'message_delivery_ms{slice:18}': ['p(95)<500'],
    'message_delivery_ms{slice:19}': ['p(95)<500'],
  },
});
export const { options, setup, sockets, handleSummary } = run;
