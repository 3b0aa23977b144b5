import type { Result, Scale } from '../measure.ts';
import { connectPairs, type Step, startMeasuredWorld, step } from '../message-world.ts';
import { TEXT } from './bare-writes.ts';

const PAIRS = 100;
const LOW_RATE = 100;
const BURST = 10;
const FOR_MS = 5_000;
const REPETITIONS = 5;

/**
 * Ten times the rate for five seconds by the clock: latency in the burst, and time until the last message is settled.
 * The baseline is the steady rate before each burst.
 */
export async function msgBurst({ small }: Scale): Promise<Result> {
  const world = await startMeasuredWorld({ small });
  const faults: string[] = [];
  try {
    const traffic = await connectPairs(world, PAIRS, TEXT);
    await traffic.closedLoop(1_000);
    const rounds: { idle: Step; burst: Step }[] = [];
    for (let turn = 0; turn < (small ? 1 : REPETITIONS); turn += 1) {
      rounds.push({
        idle: await step(world, () => traffic.openLoop(LOW_RATE, FOR_MS), faults),
        burst: await step(world, () => traffic.openLoop(LOW_RATE * BURST, FOR_MS), faults),
      });
    }
    traffic.close();
    faults.push(...(await world.violations()).map((violation) => JSON.stringify(violation)));
    const of = (pick: (turn: { idle: Step; burst: Step }) => number) => rounds.map(pick);
    return {
      rows: [
        {
          figure: 'settled after the last message of a burst was due',
          values: of(({ burst }) => burst.drainMs),
          digits: 0,
          unit: 'ms',
          target: { atMost: 5_000 },
        },
        {
          figure: 'p99 of the delivery in a burst',
          values: of(({ burst }) => burst.deliveryP99),
          digits: 0,
          unit: 'ms',
        },
        {
          figure: 'p99 of the delivery at a steady 100/s',
          values: of(({ idle }) => idle.deliveryP99),
          digits: 1,
          unit: 'ms',
        },
        {
          figure: 'p99 in a burst, of the steady one',
          values: of(({ idle, burst }) => burst.deliveryP99 / idle.deliveryP99),
          better: 'lower',
        },
      ],
      faults,
      notes: [`${LOW_RATE} messages a second, then ${LOW_RATE * BURST} for ${FOR_MS / 1_000} s.`],
    };
  } finally {
    await world.stop();
  }
}
