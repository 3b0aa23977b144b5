import { PLANS, type RunPlan } from '../../lib/plan.ts';
import { median } from '../figures.ts';
import { ownWorld } from '../load/open-world.ts';
import { measure } from '../load/run-scenario.ts';
import type { Series } from '../load/watch.ts';
import type { Result, Scale } from '../measure.ts';

const MINUTES = 3;

/**
 * The member day of k6 at half of what the house takes, for three minutes or as many as `--minutes` says: memory in use
 * and event-loop delay of the gateways, the last part of the run against an early one. Half an hour is the aim.
 */
export async function soak({ small, minutes = MINUTES }: Scale): Promise<Result> {
  const plan: RunPlan = {
    ...PLANS.soak,
    name: 'soak',
    minutes: small ? 0.4 : minutes,
    ...(small ? { members: 20, rate: 20 } : {}),
  };
  const world = await ownWorld(plan);
  try {
    const report = await measure(plan, world);
    const lines = (group: string) =>
      report.series.filter((line) => line.group === group && line.name.startsWith('gateway'));
    const value = (name: string) =>
      report.figures.find((figure) => figure.name === name)?.value ?? Number.NaN;
    return {
      rows: [
        {
          figure: 'heap in use, growth in ten minutes',
          values: lines('Heap in use').map((line) => growthIn10Minutes(line)),
          digits: 1,
          unit: '%',
          target: { atMost: 1 },
        },
        {
          figure: 'event-loop delay p99, at the end',
          values: lines('Event-loop delay, p99').map((line) => median(lastThird(line))),
          digits: 1,
          unit: 'ms',
          target: { atMost: 20 },
        },
        {
          figure: 'event-loop delay p99, early on',
          values: lines('Event-loop delay, p99').map((line) => median(earlyThird(line))),
          digits: 1,
          unit: 'ms',
        },
        { figure: 'delivery p99', values: [value('message_delivery_ms, p99')], digits: 1, unit: 'ms' },
        { figure: 'messages delivered', values: [value('messages_delivered')], digits: 0 },
      ],
      faults: report.verdict === 'failed' ? report.reasons : [],
      notes: [
        `${plan.minutes} min at up to ${plan.rate} actions a second of ${plan.members} members. A slope over a few minutes is coarse: run half an hour before you believe it.`,
        ...(report.verdict === 'passed' ? [] : report.reasons),
      ],
    };
  } finally {
    await world.stop();
  }
}

/** Values of the run's first third after it got going, and of its last third. */
function earlyThird({ points }: Series): number[] {
  return valuesOf(points.slice(Math.floor(points.length * 0.15), Math.floor(points.length * 0.48)));
}

function lastThird({ points }: Series): number[] {
  return valuesOf(points.slice(Math.floor(points.length * 0.62), Math.floor(points.length * 0.95)));
}

function valuesOf(points: Series['points']): number[] {
  return points.flatMap(([, value]) => (value === undefined ? [] : [value]));
}

/** What the lowest values, right after collections, grew by: the rest of a heap's line is its saw teeth. */
function growthIn10Minutes(line: Series): number {
  const floor = (values: readonly number[]) =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;
  const [early, late] = [floor(earlyThird(line)), floor(lastThird(line))];
  const minutes = ((line.points.at(-1)?.[0] ?? 0) * 0.47) / 60;
  return ((late - early) / early) * 100 * (10 / minutes);
}
