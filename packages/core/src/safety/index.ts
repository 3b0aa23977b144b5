import type { ParsedOf, reportProfile as reportCall } from '@heartline/contracts';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import { createBlocks } from './block.repository.ts';
import { blockProfile, followBlock, unblockProfile } from './block-profile.ts';
import { caseOfLink, caseOfMember, complain, getCases, namedPerson, showCase } from './follow-case.ts';
import { getInvisible, setInvisible } from './invisible-mode.ts';
import { createCaseInbox } from './operate-cases.ts';
import { createOperatorLog, type OperatorAct } from './operator-log.ts';
import { safetyData } from './personal-data.ts';
import { getReportable, reportProfile } from './report-profile.ts';
import { safetyCollections } from './safety.model.ts';
import type { SafetyContext, SafetyHooks } from './safety-context.ts';
import { sweepEvidence } from './sweep-evidence.ts';

export { outcomeNow } from './case.presenter.ts';
export { CLOSING_OUTCOMES } from './decide-case.ts';
export type { OperatorAct } from './operator-log.ts';
export type { CaseRow, MessageSnapshot } from './safety.model.ts';
export type { SafetyHooks } from './safety-context.ts';

export const indexes: readonly IndexSpec[] = [
  { collection: 'blocks', key: { blocker: 1 } },
  { collection: 'blocks', key: { blocked: 1 } },
  // The invariant checks read those of their window.
  { collection: 'blocks', key: { at: 1 } },
  { collection: 'cases', key: { reporter: 1 } },
  { collection: 'cases', key: { reported: 1 } },
  { collection: 'cases', key: { 'decision.at': 1 } },
  { collection: 'cases', key: { isOfOperators: 1, site: 1, openedAt: -1 } },
  // Operators work from the oldest on.
  { collection: 'cases', key: { openedAt: 1 } },
  { collection: 'caseEvidence', key: { looseAt: 1 } },
  { collection: 'operatorActs', key: { target: 1 } },
];

export type Safety = ReturnType<typeof createSafety>;

/** Blocks, reports and their cases, invisible mode, and the acts of operators. */
export function createSafety(
  deps: Pick<CoreDeps, 'mongo' | 'clock' | 'ids' | 'publisher' | 'config'>,
  hooks: SafetyHooks,
) {
  const collections = safetyCollections(deps.mongo);
  const blocks = createBlocks(collections, deps.clock.now);
  const operators = createOperatorLog(collections, deps);
  const context: SafetyContext = { ...deps, collections, blocks, hooks };
  return {
    /** The block state from the member's view, uncached. */
    relation: blocks.relation,
    /** True if either of them blocks the other, uncached. */
    isBlocked: async (one: string, other: string) => (await blocks.relation(one, other)) !== 'open',
    /** Everyone hidden from the member by a block of either side; at most 2 s old. */
    hiddenFor: blocks.hiddenFor,
    /** Another node changed a block of the two. */
    observePair: blocks.forget,
    blockProfile: (member: string, profile: string) => blockProfile(context, member, profile),
    unblockProfile: (member: string, profile: string) => unblockProfile(context, member, profile),
    /** Finishes the effects of a changed block after an interruption. */
    followBlock: (member: string, profile: string) => followBlock(context, member, profile),
    /** The people the member blocks, latest first. */
    async getBlocked(member: string) {
      const rows = await blocks.blockedBy(member);
      const people = await Promise.all(rows.map((row) => namedPerson(context, row.blocked)));
      return {
        blocked: rows.flatMap(({ at }, index) => {
          const profile = people[index];
          return profile ? [{ profile, at }] : [];
        }),
      };
    },
    getInvisible: (member: string) => getInvisible(context, member),
    setInvisible: (member: string, invisible: boolean) => setInvisible(context, member, invisible),
    reportProfile: (member: string, input: ParsedOf<typeof reportCall>) =>
      reportProfile(context, member, input),
    getReportable: (member: string, profile: string) => getReportable(context, member, profile),
    getCases: (member: string) => getCases(context, member),
    getCase: async (member: string, id: string) => showCase(await caseOfMember(context, member, id)),
    complain: async (member: string, id: string, words: string) =>
      complain(context, await caseOfMember(context, member, id), words),
    getCaseByLink: async (id: string, key: string) => showCase(await caseOfLink(context, id, key)),
    complainByLink: async (id: string, key: string, words: string) =>
      complain(context, await caseOfLink(context, id, key), words),
    /** Removes the pictures of reports without a case. */
    sweepEvidence: () => sweepEvidence(context),
    /** For operators. */
    cases: createCaseInbox(context),
    personalData: safetyData(context),
    /** Runs an operator's act with a row in the operators' log. */
    audited: <T>(act: OperatorAct, run: () => Promise<T>) => operators.audited(act, run),
    operatorActs: operators.acts,
  };
}
