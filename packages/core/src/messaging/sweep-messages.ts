import type { CoreDeps } from '../core-deps.ts';
import { everyPart } from '../every-part.ts';
import type { MessagingContext } from './messaging-context.ts';
import { notifyAfterLoss } from './notify-after-loss.ts';
import type { createOperatorInbox } from './operators/index.ts';
import { type SweepReport, sweepHolds } from './sweep-holds.ts';

/**
 * Creates the pass that finishes messages after crashes and lost jobs: operators' answers and holds. A part
 * that fails does not hold up the others. The pass then rejects with all errors, and the next one retries.
 */
export function createSweepMessages(
  context: MessagingContext,
  deps: Pick<CoreDeps, 'redis' | 'queues'>,
  operators: Pick<ReturnType<typeof createOperatorInbox>, 'sweep'>,
) {
  return async function sweepMessages(overlapMs: number): Promise<SweepReport> {
    const report = { read: 0, debits: 0, voids: 0 };
    async function closeHolds(): Promise<void> {
      await notifyAfterLoss(context, deps);
      Object.assign(report, await sweepHolds(context, overlapMs));
    }
    await everyPart([operators.sweep, closeHolds]);
    return report;
  };
}
