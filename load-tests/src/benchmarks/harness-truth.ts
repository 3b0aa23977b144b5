import type { RunPlan } from '../../lib/plan.ts';
import { median, quantile } from '../figures.ts';
import { type OpenWorld, ownWorld } from '../load/open-world.ts';
import { measure } from '../load/run-scenario.ts';
import { watch } from '../load/watch.ts';
import { interleave, type Result, type Row, row, type Scale } from '../measure.ts';
import { openTraffic } from '../traffic.ts';
import { TEXT } from './bare-writes.ts';

const PAIRS = 100;
/** Half of a knee that this machine surely has. */
const RATE = 300;
const SECONDS = 14;
const REPETITIONS = 5;

/**
 * Does k6 tell the truth? The same paid messages, each by the same member at the same moment, once by k6 and once by
 * the plain client of the benchmarks, taking turns on one warm world that is watched alike: both must see the same
 * latencies, and k6 must leave nothing out. What the generator itself takes of the cores that it shares with the house is
 * beside the latencies: that is the part of a difference that is no untruth.
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
    const faults: string[] = [];
    const byK6 = () => runK6(world, plan, faults);
    const byPlain = () => runPlain(world, plan, faults);
    // A house just started is slower than it is a minute later, for whoever comes first.
    const [warm, ...turns] = await interleave(small ? 2 : 1 + REPETITIONS, byK6, byPlain);
    const notes = [
      `${plan.rate} messages a second between ${plan.members} members on two gateways. To warm up, p50 by k6 ${warm?.ours.p50.toFixed(1)} ms, by the plain client ${warm?.baseline.p50.toFixed(1)} ms.`,
    ];
    return { rows: rowsOf(turns), faults, notes };
  } finally {
    await world.stop();
  }
}

/** What one turn of a generator gave. */
interface Turn {
  p50: number;
  p99: number;
  /** How late the generator itself was, at the 99th percentile. */
  lateP99: number;
  /** Cores that it used. */
  cores: number;
}

type K6Turn = Turn & { dropped: number };

function rowsOf(turns: readonly { ours: K6Turn; baseline: Turn }[]): Row[] {
  const difference = (of: 'p50' | 'p99') =>
    Math.abs(median(turns.map(({ ours, baseline }) => ours[of] / baseline[of])) - 1) * 100;
  const both = (name: string, of: (turn: Turn) => number, more: { digits: number; unit?: string }) => [
    row(
      `${name} by k6`,
      turns.map(({ ours }) => of(ours)),
      more,
    ),
    row(
      `${name} by the plain client`,
      turns.map(({ baseline }) => of(baseline)),
      more,
    ),
  ];
  return [
    row('p50, difference', [difference('p50')], { digits: 1, unit: '%', atMost: 10 }),
    row('p99, difference', [difference('p99')], { digits: 1, unit: '%', atMost: 10 }),
    row(
      'actions that k6 left out',
      turns.map(({ ours }) => ours.dropped),
      { digits: 0, atMost: 0 },
    ),
    ...both('p50', ({ p50 }) => p50, { digits: 1, unit: 'ms' }),
    ...both('p99', ({ p99 }) => p99, { digits: 1, unit: 'ms' }),
    ...both('p99 of its own lateness, which counts,', ({ lateP99 }) => lateP99, { digits: 1, unit: 'ms' }),
    ...both('cores used', ({ cores }) => cores, { digits: 2 }),
  ];
}

async function runK6(world: OpenWorld, plan: RunPlan, faults: string[]): Promise<K6Turn> {
  const report = await measure(plan, world);
  if (report.verdict === 'failed') faults.push(...report.reasons);
  const value = (name: string) => report.figures.find((figure) => figure.name === name)?.value ?? 0;
  const cpu = report.series.find(({ group, name }) => group === 'CPU' && name === 'k6')?.points ?? [];
  return {
    p50: value('message_delivery_ms, p50'),
    p99: value('message_delivery_ms, p99'),
    lateP99: value('generator_late_ms, p99'),
    cores: median(cpu.flatMap(([, cores]) => cores ?? [])),
    dropped: value('dropped_iterations'),
  };
}

/** The benchmarks' own client between the same members, by the same clock. It connects anew for each turn, as k6 does. */
async function runPlain(
  world: OpenWorld,
  { members, rate, minutes }: RunPlan,
  faults: string[],
): Promise<Turn> {
  const { gateways } = world.file;
  const people = world.file.members.slice(0, members).map(({ id, session }, index) => {
    const { origin, address } = gateways[index % gateways.length] as { origin: string; address: string };
    return { id, door: { origin, address, cookie: `__Host-session=${session}` } };
  });
  const pairs = Array.from(
    { length: members / 2 },
    (_, pair) => people.slice(pair * 2, pair * 2 + 2) as [(typeof people)[number], (typeof people)[number]],
  );
  const traffic = await openTraffic(pairs, TEXT);
  const watched = watch(world.parts, { name: 'plain client', pids: () => [] }, world.engines);
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  const outcome = await traffic.openLoop(rate, minutes * 60_000);
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startedAt) / 1_000;
  await watched.stop();
  traffic.close();
  const { missing, duplicates, reordered, refused } = outcome;
  if (missing + duplicates + reordered + refused > 0)
    faults.push(`plain client: ${missing} missing, ${duplicates} doubled, ${reordered} reordered`);
  return {
    p50: quantile(outcome.deliveryMs, 0.5),
    p99: quantile(outcome.deliveryMs, 0.99),
    lateP99: quantile(outcome.lateMs, 0.99),
    cores: (user + system) / 1e6 / seconds,
  };
}
