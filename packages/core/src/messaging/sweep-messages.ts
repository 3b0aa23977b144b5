import type { CoreDeps } from '../core-deps.ts';
import { everyPart } from '../every-part.ts';
import type { MessagingContext } from './messaging-context.ts';
import { notifyAfterLoss } from './notify-after-loss.ts';
import type { createOperatorInbox } from './operators/index.ts';
import { type SweepReport, sweepHolds } from './sweep-holds.ts';

/**
 * Makes the pass that finishes what crashes and lost jobs left of messages: answers of operators, holds.
 * A part that fails keeps no other from its work; the pass rejects in the end with all that failed, and the next one
 * tries again.
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
