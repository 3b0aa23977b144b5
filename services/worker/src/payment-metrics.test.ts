import type { Core } from '@heartline/core';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { withPaymentMetrics } from './payment-metrics.ts';

type Figures = Awaited<ReturnType<Core['payments']['figures']>>;

it('counts payments that wait, and leaves them out when the database is away', async () => {
  const readings: (Figures | Error)[] = [
    {
      review: 2,
      open: new Map([['ideal', 3]]),
      strays: { second: 0, unknown: 1, over: 2 },
      refunds: { pending: 4, person: 2, failed: 3, bounced: 1 },
      withdrawals: 2,
      debts: { reminding: 3, person: 1 },
      debtCredits: 14,
      disputes: { inquiry: 1, taken: 2 },
    },
    {
      review: 0,
      open: new Map([['sct', 1]]),
      strays: { second: 0, unknown: 0, over: 0 },
      refunds: { pending: 0, person: 0, failed: 0, bounced: 0 },
      withdrawals: 0,
      debts: { reminding: 0, person: 0 },
      debtCredits: 0,
      disputes: { inquiry: 0, taken: 0 },
    },
    new Error('away'),
  ];
  let asked = 0;
  const metrics = new Registry();
  withPaymentMetrics(metrics, {
    payments: {
      async figures() {
        const reading = readings[asked];
        asked += 1;
        if (reading instanceof Error) throw reading;
        return reading as Figures;
      },
    },
  });
  const first = await metrics.metrics();
  for (const line of [
    'payments_review 2',
    'payments_open{method="ideal"} 3',
    'strays_open{why="second"} 0',
    'strays_open{why="unknown"} 1',
    'refunds_open{state="pending"} 4',
    'refunds_open{state="bounced"} 1',
    'refunds_open{state="failed"} 3',
    'refunds_open{state="person"} 2',
    'withdrawals_open 2',
    'debts_open{next="reminding"} 3',
    'debts_open{next="person"} 1',
    'strays_open{why="over"} 2',
    'debt_credits 14',
    'disputes_open{state="inquiry"} 1',
    'disputes_open{state="taken"} 2',
  ])
    expect(first).toContain(`${line}\n`);
  const second = await metrics.metrics();
  expect(second).toContain('payments_open{method="sct"} 1\n');
  expect(second).not.toContain('ideal');
  const third = await metrics.metrics();
  expect(third).not.toMatch(/^(payments|strays|refunds|withdrawals|debts?|disputes)_/m);
  expect(asked).toBe(3);
});
