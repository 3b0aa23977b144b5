import { interleave, type Result, type Scale } from '../measure.ts';
import { ORIGIN, openFlow } from '../relay-flow.ts';
import { startServer } from '../start-server.ts';
import { openEngines } from './engines.ts';

const PAIRS = 100;
const PER_SECOND = 2_000;
const FOR_MS = 3_000;
const REPETITIONS = 5;
/** Of five pairs four are on one node. */
const ACROSS_EVERY = 5;

/**
 * Two gateways, four of five pairs on the same one, 2,000 events a second by the clock as the product publishes them;
 * against the same flow in one process that tells nobody else. Says what the way over Redis costs those who need none.
 */
export async function gwLocality({ small }: Scale): Promise<Result> {
  const engines = await openEngines();
  const options = { ...engines.urls, origin: ORIGIN };
  const a = await startServer('live', options);
  const b = await startServer('live', options);
  const one = await startServer('live', { ...options, relay: 'local' });
  const load = { perSecond: small ? 200 : PER_SECOND, forMs: FOR_MS };
  try {
    const faults: string[] = [];
    const nodeOf = (pair: number) => (pair % 2 === 0 ? a : b);
    const mixed = await openFlow(
      (pair) => [nodeOf(pair), nodeOf(pair % ACROSS_EVERY === 0 ? pair + 1 : pair)],
      await engines.members(PAIRS * 2),
      load,
      faults,
    );
    const inside = await openFlow(() => [one, one], await engines.members(PAIRS * 2), load, faults);
    const pairs = await interleave(small ? 1 : REPETITIONS, mixed.run, inside.run);
    mixed.close();
    inside.close();
    return {
      rows: [
        {
          figure: 'CPU of the gateways per message, of one node that tells nobody',
          values: pairs.map(({ ours, baseline }) => ours.microseconds / baseline.microseconds),
          target: { atMost: 1.25 },
        },
        {
          figure: 'p99 from the scheduled time, of one node',
          values: pairs.map(({ ours, baseline }) => ours.p99 / baseline.p99),
        },
        {
          figure: 'CPU per message, four of five pairs on one node',
          values: pairs.map(({ ours }) => ours.microseconds),
          digits: 0,
          unit: 'µs',
        },
        {
          figure: 'CPU per message, one node that tells nobody',
          values: pairs.map(({ baseline }) => baseline.microseconds),
          digits: 0,
          unit: 'µs',
        },
      ],
      faults,
      notes: [],
    };
  } finally {
    await Promise.all([a, b, one].map((server) => server.stop()));
    await engines.stop();
  }
}
