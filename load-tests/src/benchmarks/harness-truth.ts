import type { RunPlan } from '../../lib/plan.ts';
import { median, quantile } from '../figures.ts';
import { type OpenWorld, ownWorld } from '../load/open-world.ts';
import { measure } from '../load/run-scenario.ts';
import { type Result, type Row, row, type Scale } from '../measure.ts';
import { openTraffic } from '../traffic.ts';
import { TEXT } from './bare-writes.ts';

const PAIRS = 100;
/** Half of a knee that this machine surely has. */
const RATE = 300;
const SECONDS = 18;
const REPETITIONS = 3;

/**
 * Does k6 tell the truth? The same paid messages at half the knee, once by k6 and once by the plain client of the
 * benchmarks, taking turns on one world: both must see the same latencies, and k6 must leave nothing out.
 */
export async function harnessTruth({ small }: Scale): Promise<Result> {
  const plan: RunPlan = {
    name: 'calibration',
    about: 'Messages alone, as the plain client sends them.',
    members: small ? 20 : PAIRS * 2,
    rate: small ? 20 : RATE,
    minutes: (small ? 6 : SECONDS) / 60,
    shape: 'flat',
  };
  const world = await ownWorld(plan);
  try {
    const plain = await openPlain(world, plan);
    await plain.run(3_000);
    const turns: Turn[] = [];
    const faults: string[] = [];
    for (let turn = 0; turn < (small ? 1 : REPETITIONS); turn += 1) {
      const report = await measure(plan, world);
      if (report.verdict === 'failed') faults.push(...report.reasons);
      const value = (name: string) => report.figures.find((figure) => figure.name === name)?.value ?? 0;
      const latencies = (of: string) => ({ p50: value(`${of}, p50`), p99: value(`${of}, p99`) });
      turns.push({
        k6: latencies('message_delivery_ms'),
        late: latencies('generator_late_ms'),
        dropped: value('dropped_iterations'),
        plain: await plain.run(plan.minutes * 60_000),
      });
    }
    faults.push(...plain.close());
    const notes = [`${plan.rate} messages a second between ${plan.members} members on two gateways.`];
    return { rows: rowsOf(turns), faults, notes };
  } finally {
    await world.stop();
  }
}

interface Latencies {
  p50: number;
  p99: number;
}

interface Turn {
  k6: Latencies;
  /** k6's own lateness. */
  late: Latencies;
  plain: Latencies;
  dropped: number;
}

function rowsOf(turns: readonly Turn[]): Row[] {
  const difference = (of: keyof Latencies) =>
    Math.abs(median(turns.map((turn) => turn.k6[of] / turn.plain[of])) - 1) * 100;
  const inMs = (name: string, of: (turn: Turn) => number) =>
    row(name, turns.map(of), { digits: 1, unit: 'ms' });
  return [
    row('p50, difference', [difference('p50')], { digits: 1, unit: '%', atMost: 10 }),
    row('p99, difference', [difference('p99')], { digits: 1, unit: '%', atMost: 10 }),
    row(
      'actions that k6 left out',
      turns.map(({ dropped }) => dropped),
      { digits: 0, atMost: 0 },
    ),
    ...(['p50', 'p99'] as const).flatMap((of) => [
      inMs(`${of} by k6`, (turn) => turn.k6[of]),
      inMs(`${of} of k6’s own lateness, which counts`, (turn) => turn.late[of]),
      inMs(`${of} by the plain client`, (turn) => turn.plain[of]),
    ]),
  ];
}

/** The benchmarks' own client between the same members, by the same clock. */
async function openPlain(world: OpenWorld, { members, rate }: RunPlan) {
  const faults: string[] = [];
  const { gateways } = world.file;
  const people = world.file.members.slice(0, members).map(({ id, session }, index) => {
    const { origin, address } = gateways[index % gateways.length] as { origin: string; address: string };
    return { id, door: { origin, address, cookie: `__Host-session=${session}` } };
  });
  const pairs = Array.from(
    { length: members / 2 },
    (_, pair) => people.slice(pair * 2, pair * 2 + 2) as [(typeof people)[number], (typeof people)[number]],
  );
  return {
    /** Connects anew for each turn: the sockets of a client that waits would hear what k6 sends. */
    async run(forMs: number): Promise<Latencies> {
      const traffic = await openTraffic(pairs, TEXT);
      const outcome = await traffic.openLoop(rate, forMs);
      traffic.close();
      const { missing, duplicates, reordered, refused } = outcome;
      if (missing + duplicates + reordered + refused > 0)
        faults.push(`plain client: ${missing} missing, ${duplicates} doubled, ${reordered} reordered`);
      return { p50: quantile(outcome.deliveryMs, 0.5), p99: quantile(outcome.deliveryMs, 0.99) };
    },
    close: () => faults,
  };
}
