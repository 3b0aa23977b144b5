import { expect, it } from 'vitest';
import { meets } from '../measure.ts';
import { soakRows } from './soak-rows.ts';
import type { Series } from './watch.ts';

/** Ten minutes of a gateway, sampled every two seconds. */
const line = (group: string, name: string, valueAt: (second: number) => number): Series => ({
  group,
  name,
  unit: '',
  points: Array.from({ length: 301 }, (_, look) => [look * 2, valueAt(look * 2)]),
});
const verdicts = (...series: Series[]) =>
  Object.fromEntries(
    soakRows({ series, figures: [] })
      .filter(({ target }) => target)
      .map((row) => [row.figure, meets(row)]),
  );
const even = (name: string) => [
  line('Heap in use', name, () => 100),
  line('Event-loop delay, p99', name, () => 12),
  line('Event-loop delay, longest', name, () => 40),
];

it('passes when both gateways are as at the beginning', () => {
  expect(Object.values(verdicts(...even('gateway a'), ...even('gateway b')))).toEqual([true, true, true]);
});

it('fails without samples', () => {
  const blind = ['Heap in use', 'Event-loop delay, p99', 'Event-loop delay, longest'].map((group) => ({
    ...line(group, 'gateway a', () => 0),
    points: [],
  }));
  expect(Object.values(verdicts(...blind))).toEqual([false, false, false]);
  expect(Object.values(verdicts())).toEqual([false, false, false]);
});

it('judges by the worse of two gateways', () => {
  const leaking = line('Heap in use', 'gateway b', (second) => 100 + second / 10);
  const stalled = line('Event-loop delay, longest', 'gateway b', (second) => (second === 480 ? 900 : 12));
  const late = line('Event-loop delay, p99', 'gateway b', () => 30);
  expect(verdicts(...even('gateway a'), leaking, stalled, late)).toEqual({
    'heap in use, growth in ten minutes': false,
    'event-loop delay p99, at the end': false,
    'longest event-loop delay, at the end': false,
  });
});
