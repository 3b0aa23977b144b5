import type { CoreDeps } from '../core-deps.ts';
import type { OperatorActRow, SafetyCollections } from './safety.model.ts';

/** An act of an operator: who, what, target, and reason. */
export type OperatorAct = Pick<OperatorActRow, 'operator' | 'act' | 'target' | 'reason' | 'detail'>;

/**
 * The log of operators' acts. A row is written before the act and gets its outcome afterwards; none is ever
 * removed.
 */
export function createOperatorLog(
  { operatorActs }: SafetyCollections,
  deps: Pick<CoreDeps, 'clock' | 'ids'>,
) {
  return {
    /** Logs the act, then runs it. Its result or error goes to the caller. */
    async audited<T>(act: OperatorAct, run: () => Promise<T>): Promise<T> {
      const _id = deps.ids.documentId();
      await operatorActs.insertOne({ _id, at: deps.clock.now(), ...act, state: 'begun' });
      try {
        const done = await run();
        await operatorActs.updateOne({ _id }, { $set: { state: isRefused(done) ? 'failed' : 'done' } });
        return done;
      } catch (error) {
        await operatorActs.updateOne({ _id }, { $set: { state: 'failed' } });
        throw error;
      }
    },
    /** The latest acts, newest first; optionally of one target. */
    async acts(wanted: { limit: number; target?: string | undefined }): Promise<OperatorActRow[]> {
      const filter = wanted.target ? { target: wanted.target } : {};
      const rows = await operatorActs.find(filter).sort({ _id: -1 }).limit(wanted.limit).toArray();
      // Ids are ordered by the second only.
      return rows.sort((a, b) => b.at - a.at);
    },
  };
}

/** True if the act was refused and had no effect. */
function isRefused(done: unknown): boolean {
  return typeof done === 'object' && done !== null && 'ok' in done && done.ok === false;
}
