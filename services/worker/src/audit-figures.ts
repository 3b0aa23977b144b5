import type { LastAudit } from '@heartline/core';
import { oncePerTick } from '@heartline/platform';
import { Gauge, type Registry } from 'prom-client';

/** The second is the former name, shown for one release. */
const ENDED_NAMES = ['invariant_check_ended_timestamp_seconds', 'audit_ended_timestamp_seconds'];

/**
 * Adds the results and end times of the last invariant checks, read when metrics are scraped. Every worker reports the
 * same, whichever ran the check. An unavailable database leaves out these metrics only.
 */
export function withAuditFigures(metrics: Registry, readLast: () => Promise<readonly LastAudit[]>): void {
  // All gauges of a scrape ask in one tick.
  const read = oncePerTick(() => readLast().catch(() => undefined));
  const violations = new Gauge({
    name: 'invariant_violations',
    help: 'Findings of the last audit, of what was written lately (recent) or of everything (whole), by invariant',
    labelNames: ['audit', 'invariant'],
    registers: [metrics],
    async collect() {
      const last = await read();
      if (!last) return;
      violations.reset();
      for (const { _id: audit, found } of last)
        for (const { invariant, count } of found) violations.set({ audit, invariant }, count);
    },
  });
  for (const name of ENDED_NAMES) {
    const ended = new Gauge({
      name,
      help: 'When the last invariant check ended, in Unix seconds: recent ones end each hour, whole ones by night',
      labelNames: ['audit'],
      registers: [metrics],
      async collect() {
        const last = await read();
        for (const { _id: audit, at } of last ?? []) ended.set({ audit }, Math.round(at / 1_000));
      },
    });
  }
}
