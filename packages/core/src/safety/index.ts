import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import { createBlocks } from './block.repository.ts';
import { createOperatorLog, type OperatorAct } from './operator-log.ts';
import { safetyCollections } from './safety.model.ts';

export type { Relation } from './block.repository.ts';
export type { OperatorAct } from './operator-log.ts';
export type { OperatorActRow } from './safety.model.ts';

export const indexes: readonly IndexSpec[] = [
  { collection: 'blocks', key: { blocker: 1 } },
  { collection: 'blocks', key: { blocked: 1 } },
  { collection: 'operatorActs', key: { target: 1 } },
];

export type Safety = ReturnType<typeof createSafety>;

/** Who is hidden from whom, reports and their cases, and what operators do. */
export function createSafety(deps: Pick<CoreDeps, 'mongo' | 'clock' | 'ids'>) {
  const collections = safetyCollections(deps.mongo);
  const blocks = createBlocks(collections, deps.clock.now);
  const operators = createOperatorLog(collections, deps);
  return {
    /** How the member stands to the other, as the engine has it now. */
    relation: blocks.relation,
    /** True when either of them blocks the other, as the engine has it now. */
    isBlocked: async (one: string, other: string) => (await blocks.relation(one, other)) !== 'open',
    /** Everybody hidden from the member by a block of either side; at most 2 s old. */
    hiddenFor: blocks.hiddenFor,
    /** Does what an operator asked for, with a row in the operators’ log. */
    audited: <T>(act: OperatorAct, run: () => Promise<T>) => operators.audited(act, run),
    operatorActs: operators.acts,
  };
}
