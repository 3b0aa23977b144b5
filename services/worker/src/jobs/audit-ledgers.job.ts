import { auditLedgers } from '@heartline/contracts';
import type { AuditReach, Violation } from '@heartline/core';
import type { Logger } from '@heartline/platform';
import { handleJob } from '../handle-job.ts';

/** The audit of what is stored, and where its findings are kept for the figures of every worker. */
export interface Auditor {
  /** Looks for broken invariants over the last `windowMs`; `whole`: and along every chain. */
  check(windowMs: number, whole: boolean): Promise<Violation[]>;
  note(reach: AuditReach, found: readonly Violation[]): Promise<void>;
}

/** Looks for what must never be false. A finding is a bug or a disk: it is counted and logged, never repaired. */
export const auditLedgersJob = ({ check, note }: Auditor, logger: Logger) =>
  handleJob(auditLedgers, async ({ windowMs, whole = false }) => {
    const found = await check(windowMs, whole);
    for (const violation of found) logger.error({ violation }, 'an invariant does not hold');
    await note(whole ? 'whole' : 'recent', found);
  });
