import type { LastAudit } from '@heartline/core';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { withAuditFigures } from './audit-figures.ts';

const AT = 1_764_000_000_000;

/** The worker's figures over a store that answers these, one reading after the other. */
function figuresOver(...readings: (LastAudit[] | Error)[]) {
  const metrics = new Registry();
  const left = [...readings];
  withAuditFigures(metrics, async () => {
    const reading = left.shift();
    if (!reading) throw new Error('asked more often than once a scrape');
    if (reading instanceof Error) throw reading;
    return reading;
  });
  return () => metrics.metrics();
}

it('keeps the result of the nightly check until the next nightly check', async () => {
  const whole: LastAudit = { _id: 'whole', at: AT, found: [{ invariant: 'C1', count: 2 }] };
  const later: LastAudit = { _id: 'recent', at: AT + 3_600_000, found: [] };
  const scrape = figuresOver(
    [whole, { _id: 'recent', at: AT, found: [{ invariant: 'M5', count: 1 }] }],
    [whole, later],
    [{ ...whole, found: [] }, later],
  );
  const first = await scrape();
  expect(first).toContain('invariant_violations{audit="whole",invariant="C1"} 2\n');
  expect(first).toContain('invariant_violations{audit="recent",invariant="M5"} 1\n');
  for (const name of ['invariant_check_ended_timestamp_seconds', 'audit_ended_timestamp_seconds'])
    expect(first).toContain(`${name}{audit="whole"} ${AT / 1_000}\n`);
  const second = await scrape();
  expect(second).toContain('invariant_violations{audit="whole",invariant="C1"} 2\n');
  expect(second).not.toContain('M5');
  expect(second).toContain(`invariant_check_ended_timestamp_seconds{audit="recent"} ${AT / 1_000 + 3_600}\n`);
  expect(await scrape()).not.toContain('C1');
});

it('a store that is away takes no other figure with it, and leaves what was known', async () => {
  const found = [{ invariant: 'C1' as const, count: 1 }];
  const scrape = figuresOver([{ _id: 'whole', at: AT, found }], new Error('away'));
  await scrape();
  expect(await scrape()).toContain('invariant_violations{audit="whole",invariant="C1"} 1\n');
});
