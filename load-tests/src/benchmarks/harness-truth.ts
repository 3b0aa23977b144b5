import type { RunPlan } from '../../lib/plan.ts';
import { createSchedule, stagesOf } from '../../lib/schedule.ts';
import { median, quantile } from '../figures.ts';
import type { LoadReport } from '../load/load-report.ts';
import { type OpenWorld, ownWorld } from '../load/open-world.ts';
import { measure } from '../load/run-scenario.ts';
import { GENERATOR_SHARE, type Result, type Row, row, type Scale } from '../measure.ts';
import { startServer } from '../start-server.ts';
import type { Outcome } from '../traffic.ts';
import { TEXT } from './bare-writes.ts';

/** Pairs of each generator. */
const PAIRS = 50;
/** Rate of each generator: both together are half of a knee that this machine surely reaches. */
const RATE = 150;
const SECONDS = 14;
const REPETITIONS = 5;
/** Time for k6 to start its first action: the plain client writes from before that on. */
const START_SECONDS = 8;

/**
 * Checks the figures of k6. k6 and the plain client send paid messages to one app at the same time by the same
 * schedule, each between its own pairs. Both must see the same latencies, and k6 must leave nothing out.
 * - They run at the same time, since alone each would meet a different app: k6 takes more CPU from it than the plain
 *   client.
 * - Each is a process of its own, and this one watches.
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
  const world = await ownWorld({ ...plan, members: plan.members * 2 });
  try {
    const found: Found = { faults: [], disturbances: [] };
    // An app that just started is slower than a minute later.
    const warm = await bothAtOnce(world, plan, found);
    const rounds: Turn[] = [];
    while (rounds.length < (small ? 1 : REPETITIONS)) rounds.push(await bothAtOnce(world, plan, found));
    const notes = [
      `${plan.rate} messages a second by each generator, between ${plan.members} members of its own, on two gateways. To warm up, p50 by k6 ${warm.k6.p50.toFixed(1)} ms, by the plain client ${warm.plain.p50.toFixed(1)} ms.`,
    ];
    return { rows: rowsOf(rounds), ...found, notes };
  } finally {
    await world.stop();
  }
}

type Found = Required<Pick<Result, 'faults' | 'disturbances'>>;

/** The figures of one generator in one round. */
interface Seen {
  p50: number;
  p99: number;
  /** Lateness of the generator, 99th percentile. */
  lateP99: number;
  /** Cores that it used. */
  cores: number;
}

interface Turn {
  k6: Seen & { dropped: number };
  plain: Seen;
}

function rowsOf(rounds: readonly Turn[]): Row[] {
  const difference = (of: 'p50' | 'p99') =>
    Math.abs(median(rounds.map(({ k6, plain }) => k6[of] / plain[of])) - 1) * 100;
  const both = (name: string, of: (seen: Seen) => number, more: { digits: number; unit?: string }) => [
    row(
      `${name} by k6`,
      rounds.map(({ k6 }) => of(k6)),
      more,
    ),
    row(
      `${name} by the plain client`,
      rounds.map(({ plain }) => of(plain)),
      more,
    ),
  ];
  return [
    row('p50, difference', [difference('p50')], { digits: 1, unit: '%', atMost: 10 }),
    row('p99, difference', [difference('p99')], { digits: 1, unit: '%', atMost: 10 }),
    row(
      'actions dropped by k6',
      rounds.map(({ k6 }) => k6.dropped),
      { digits: 0, atMost: 0 },
    ),
    ...both('p50', ({ p50 }) => p50, { digits: 1, unit: 'ms' }),
    ...both('p99', ({ p99 }) => p99, { digits: 1, unit: 'ms' }),
    ...both('p99 of its own lateness, which counts,', ({ lateP99 }) => lateP99, { digits: 1, unit: 'ms' }),
    ...both('cores used', ({ cores }) => cores, { digits: 2 }),
  ];
}

/**
 * Runs the plan of k6 while the plain client writes all the time. Only those of its messages that were due meanwhile
 * count.
 */
async function bothAtOnce(world: OpenWorld, plan: RunPlan, found: Found): Promise<Turn> {
  const client = await startServer('plain-client', { pairs: pairsBehind(world, plan.members), text: TEXT });
  try {
    const [report, written] = await Promise.all([
      measure(plan, world),
      client.ask<Written>('write', {
        perSecond: plan.rate,
        forMs: START_SECONDS * 1_000 + plan.minutes * 60_000,
      }),
    ]);
    const { faults, disturbances } = found;
    if (report.verdict === 'failed') faults.push(...report.reasons);
    if (report.verdict === 'void') disturbances.push(...report.reasons);
    if (written.cores > GENERATOR_SHARE)
      disturbances.push(`the plain client used ${Math.round(written.cores * 100)} % of its core`);
    const { missing, duplicates, reordered, refused } = written.outcome;
    if (missing + duplicates + reordered + refused > 0)
      faults.push(`plain client: ${missing} missing, ${duplicates} doubled, ${reordered} reordered`);
    return { k6: seenByK6(report), plain: seenByPlain(written, report, faults) };
  } finally {
    await client.stop();
  }
}

/** The report of the plain client at its end. */
interface Written {
  outcome: Outcome;
  /** When its clock began, in milliseconds since 1970. */
  timeOrigin: number;
  cores: number;
}

function seenByK6(report: LoadReport): Turn['k6'] {
  const value = (name: string) => report.figures.find((figure) => figure.name === name)?.value ?? 0;
  const { shape, rate, minutes } = report.plan;
  const planned = createSchedule(stagesOf(shape, rate, minutes * 60)).total;
  const cpu = report.series.find(({ group, name }) => group === 'CPU' && name === 'k6')?.points ?? [];
  return {
    p50: value('message_delivery_ms, p50'),
    p99: value('message_delivery_ms, p99'),
    lateP99: value('generator_late_ms, p99'),
    cores: median(cpu.flatMap(([, cores]) => cores ?? [])),
    // All planned actions are messages. k6 itself counts only dropped calls, and there are none.
    dropped: planned - value('messages_sent'),
  };
}

/** Figures of the messages that were due while k6 ran. */
function seenByPlain(
  { outcome: { dueAt, deliveryMs, lateMs }, timeOrigin, cores }: Written,
  report: LoadReport,
  faults: string[],
): Seen {
  const { rate, minutes } = report.plan;
  const from = report.beganAt - timeOrigin;
  const until = from + minutes * 60_000;
  const isMeanwhile = (due: number | undefined) => due !== undefined && due >= from && due < until;
  const delivery = deliveryMs.filter((_, index) => isMeanwhile(dueAt[index]));
  const firstDueAt = Math.min(...dueAt);
  const late = lateMs.filter((_, index) => isMeanwhile(firstDueAt + (index * 1_000) / rate));
  if (Math.max(...dueAt) < until - 1_000) faults.push('the plain client had ended before k6 did');
  return {
    p50: quantile(delivery, 0.5),
    p99: quantile(delivery, 0.99),
    lateP99: quantile(late, 0.99),
    cores,
  };
}

/** Pairs of members that k6 does not use: those behind the first `taken`, on gateways in the order of k6. */
function pairsBehind({ file: { gateways, members } }: OpenWorld, taken: number) {
  const people = members.slice(taken, taken * 2).map(({ id, session }, index) => {
    const { origin, address } = gateways[index % gateways.length] as { origin: string; address: string };
    return { id, endpoint: { origin, address, cookie: `__Host-session=${session}` } };
  });
  return Array.from(
    { length: taken / 2 },
    (_, pair) => people.slice(pair * 2, pair * 2 + 2) as [(typeof people)[number], (typeof people)[number]],
  );
}
