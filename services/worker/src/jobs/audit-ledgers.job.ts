import { auditLedgers } from '@heartline/contracts';
import type { Violation } from '@heartline/core';
import type { Logger } from '@heartline/platform';
import type { Gauge } from 'prom-client';
import { handleJob } from '../handle-job.ts';

/** Looks for what must never be false. A finding is a bug or a disk: it is counted and logged, never repaired. */
export const auditLedgersJob = (
  check: (windowMs: number, whole?: boolean) => Promise<Violation[]>,
  violations: Gauge<'invariant'>,
  logger: Logger,
) =>
  handleJob(auditLedgers, async ({ windowMs, whole }) => {
    const found = await check(windowMs, whole);
    violations.reset();
    for (const violation of found) {
      violations.inc({ invariant: violation.invariant });
      logger.error({ violation }, 'an invariant does not hold');
    }
  });
