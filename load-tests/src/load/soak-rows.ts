import { median } from '../figures.ts';
import { type Row, row } from '../measure.ts';
import type { Figure } from './k6-summary.ts';
import type { Series } from './watch.ts';

/** All members of a gateway notice a longer stall. */
const STALL_MS = 250;

/**
 * Rows that judge a soak, by the worst gateway: the app leaks or stalls if one of them does. The 99th percentile of two
 * seconds leaves out a single stall, so the longest one has its own row.
 */
export function soakRows({
  series,
  figures,
}: {
  series: readonly Series[];
  figures: readonly Figure[];
}): Row[] {
  const worst = (group: string, of: (line: Series) => number) => [
    highest(
      series
        .filter((line) => line.group === group && line.name.startsWith('gateway'))
        .map((line) => of(line)),
    ),
  ];
  const value = (name: string) => figures.find((figure) => figure.name === name)?.value ?? Number.NaN;
  const inMs = { digits: 1, unit: 'ms' };
  const late = 'Event-loop delay, p99';
  const longest = 'Event-loop delay, longest';
  return [
    row('heap in use, growth in ten minutes', worst('Heap in use', growthIn10Minutes), {
      digits: 1,
      unit: '%',
      atMost: 1,
    }),
    row(
      'event-loop delay p99, at the end',
      worst(late, (line) => median(lastThird(line))),
      { ...inMs, atMost: 20 },
    ),
    row(
      'event-loop delay p99, early on',
      worst(late, (line) => median(earlyThird(line))),
      inMs,
    ),
    row(
      'longest event-loop delay, at the end',
      worst(longest, (line) => highest(lastThird(line))),
      { ...inMs, atMost: STALL_MS },
    ),
    row(
      'longest event-loop delay, early on',
      worst(longest, (line) => highest(earlyThird(line))),
      inMs,
    ),
    row('delivery p99', [value('message_delivery_ms, p99')], inMs),
    row('messages delivered', [value('messages_delivered')], { digits: 0 }),
  ];
}

/** NaN without values, which meets no target. */
function highest(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : Math.max(...values);
}

/** Values of the first third of the run after its warm-up, and of its last third. */
function earlyThird({ points }: Series): number[] {
  return valuesOf(points.slice(Math.floor(points.length * 0.15), Math.floor(points.length * 0.48)));
}

function lastThird({ points }: Series): number[] {
  return valuesOf(points.slice(Math.floor(points.length * 0.62), Math.floor(points.length * 0.95)));
}

function valuesOf(points: Series['points']): number[] {
  return points.flatMap(([, value]) => (value === undefined ? [] : [value]));
}

/** Growth of the lowest values, those right after collections: the rest of a heap's line is a saw tooth. */
function growthIn10Minutes(line: Series): number {
  const floor = (values: readonly number[]) =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;
  const [early, late] = [floor(earlyThird(line)), floor(lastThird(line))];
  const minutes = ((line.points.at(-1)?.[0] ?? 0) * 0.47) / 60;
  return ((late - early) / early) * 100 * (10 / minutes);
}
