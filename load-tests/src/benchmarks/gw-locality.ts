import { interleave, type Result, type Scale } from '../measure.ts';
import { ORIGIN, openFlow } from '../relay-flow.ts';
import { startServer } from '../start-server.ts';
import { openEngines } from './engines.ts';

const PAIRS = 100;
const PER_SECOND = 2_000;
const FOR_MS = 3_000;
const REPETITIONS = 5;
/** Four of five pairs are on one node. */
const ACROSS_EVERY = 5;

/**
 * Measures what relaying over Redis costs members who do not need it.
 * - Measured: two gateways publish 2,000 events a second by the clock, four of five pairs on the same gateway.
 * - Baseline: two processes that relay nothing, each with half of the pairs. One process alone would need a third less
 *   CPU, since it wakes less often per event.
 */
export async function gwLocality({ small }: Scale): Promise<Result> {
  const engines = await openEngines();
  const options = { ...engines.urls, origin: ORIGIN };
  const a = await startServer('live', options);
  const b = await startServer('live', options);
  const silent = { ...options, relay: 'local' } as const;
  const [c, d] = [await startServer('live', silent), await startServer('live', silent)];
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
    const silentOf = (pair: number) => (pair % 2 === 0 ? c : d);
    const inside = await openFlow(
      (pair) => [silentOf(pair), silentOf(pair)],
      await engines.members(PAIRS * 2),
      load,
      faults,
    );
    const pairs = await interleave(small ? 1 : REPETITIONS, mixed.run, inside.run);
    mixed.close();
    inside.close();
    return {
      rows: [
        {
          figure: 'gateway CPU per message, of two nodes without Redis',
          values: pairs.map(({ ours, baseline }) => ours.microseconds / baseline.microseconds),
          better: 'lower',
          isShown: true,
        },
        {
          figure: 'p99 from the scheduled time, of two nodes without Redis',
          values: pairs.map(({ ours, baseline }) => ours.p99 / baseline.p99),
        },
        {
          figure: 'CPU per message, four of five pairs on one node',
          values: pairs.map(({ ours }) => ours.microseconds),
          digits: 0,
          unit: 'µs',
        },
        {
          figure: 'CPU per message, two nodes without Redis',
          values: pairs.map(({ baseline }) => baseline.microseconds),
          digits: 0,
          unit: 'µs',
        },
      ],
      faults,
      notes: [],
    };
  } finally {
    await Promise.all([a, b, c, d].map((server) => server.stop()));
    await engines.stop();
  }
}
