import { interleave, type Result, type Scale } from '../measure.ts';
import { ORIGIN, openFlow } from '../relay-flow.ts';
import { startServer } from '../start-server.ts';
import { openEngines } from './engines.ts';

const PAIRS = 100;
const PER_SECOND = 2_000;
const FOR_MS = 3_000;
const REPETITIONS = 5;

/**
 * Events from one member to another, 2,000 a second by the clock, across two gateways. They are published as in the
 * product: numbered in Redis, to all devices of the member. The baseline is the same flow inside one process that
 * relays nothing.
 */
export async function gwXnode({ small }: Scale): Promise<Result> {
  const engines = await openEngines();
  const options = { ...engines.urls, origin: ORIGIN };
  const a = await startServer('live', options);
  const b = await startServer('live', options);
  const one = await startServer('live', { ...options, relay: 'local' });
  try {
    const faults: string[] = [];
    const load = { perSecond: small ? 200 : PER_SECOND, forMs: FOR_MS };
    // Each flow has its own members: all devices of a member get an event, on any node.
    const across = await openFlow(() => [a, b], await engines.members(PAIRS * 2), load, faults);
    const inside = await openFlow(() => [one, one], await engines.members(PAIRS * 2), load, faults);
    const pairs = await interleave(small ? 1 : REPETITIONS, across.run, inside.run);
    across.close();
    inside.close();
    const cpu = (of: 'ours' | 'baseline') => pairs.map((pair) => pair[of].microseconds);
    return {
      rows: [
        {
          figure: 'p99 from the scheduled time, of one node',
          values: pairs.map(({ ours, baseline }) => ours.p99 / baseline.p99),
          target: { atMost: 1.5 },
        },
        {
          figure: 'CPU of both gateways per message, of one node',
          values: pairs.map(({ ours, baseline }) => ours.microseconds / baseline.microseconds),
          target: { atMost: 2.5 },
        },
        { figure: 'p99 across', values: pairs.map(({ ours }) => ours.p99), digits: 1, unit: 'ms' },
        { figure: 'p99 inside', values: pairs.map(({ baseline }) => baseline.p99), digits: 1, unit: 'ms' },
        { figure: 'CPU per message across', values: cpu('ours'), digits: 0, unit: 'µs' },
        { figure: 'CPU per message inside', values: cpu('baseline'), digits: 0, unit: 'µs' },
      ],
      faults,
      notes: [],
    };
  } finally {
    await Promise.all([a, b, one].map((server) => server.stop()));
    await engines.stop();
  }
}
