import type { CaseRole } from '@heartline/contracts';
import {
  answerComplaint,
  type Decision,
  decideCase,
  followDecision,
  forgiveReported,
  linkToCase,
  removeAsFake,
  suspend,
} from './decide-case.ts';
import { type CaseRow, evidenceIdsOf } from './safety.model.ts';
import type { SafetyContext } from './safety-context.ts';

const CASES_OF_ONE = 200;
const CASES_OF_OPERATORS = 100;

/** The list of cases an operator asks for. */
export interface CaseList {
  state: 'open' | 'decided' | 'complaints';
  limit: number;
}

/** Cases for operators: whole rows, and decisions. Members have no access to it. */
export function createCaseInbox(context: SafetyContext) {
  const { cases, evidence } = context.collections;
  return {
    decide: (id: string, decision: Decision) => decideCase(context, id, decision),
    answer: (id: string, side: CaseRole, answer: Parameters<typeof answerComplaint>[3]) =>
      answerComplaint(context, id, side, answer),
    link: (id: string, side: CaseRole) => linkToCase(context, id, side),
    suspend: (member: string) => suspend(context, member),
    removeAsFake: (member: string) => removeAsFake(context, member),
    /** Before an operator lets a member in again: earlier decisions no longer close the account. */
    forgive: (member: string) => forgiveReported(context, member),
    /** Finishes a decision after an interruption. */
    follow: (pending: Parameters<typeof followDecision>[1]) => followDecision(context, pending),
    find: (id: string): Promise<CaseRow | null> => cases.findOne({ _id: id }),
    /** The cases a member opened, and those about them, latest first. */
    async about(member: string): Promise<Record<CaseRole, CaseRow[]>> {
      const [reporter, reported] = await Promise.all([
        cases.find({ reporter: member }).sort({ openedAt: -1 }).limit(CASES_OF_ONE).toArray(),
        cases.find({ reported: member }).sort({ openedAt: -1 }).limit(CASES_OF_ONE).toArray(),
      ]);
      return { reporter, reported };
    },
    /** The latest cases of a site with a fictional profile on one side, newest first. */
    ofOperators: (site: string): Promise<CaseRow[]> =>
      cases.find({ isOfOperators: true, site }).sort({ openedAt: -1 }).limit(CASES_OF_OPERATORS).toArray(),
    /** The reported picture, unchanged. */
    async evidence(id: string): Promise<Buffer | undefined> {
      const row = await cases.findOne({ _id: id });
      const ids = row ? evidenceIdsOf(row) : [];
      return (await evidence.findOne({ _id: { $in: ids } }, { promoteBuffers: true }))?.bytes;
    },
    /**
     * Open cases, or those with an unanswered complaint, oldest first; or decided ones, latest decision
     * first.
     */
    async list({ state, limit }: CaseList): Promise<CaseRow[]> {
      const found = cases.find(filterOf(state));
      const sorted = state === 'decided' ? found.sort({ 'decision.at': -1 }) : found.sort({ openedAt: 1 });
      return sorted.limit(limit).toArray();
    },
  };
}

function filterOf(state: CaseList['state']) {
  if (state === 'open') return { decision: null };
  if (state === 'decided') return { decision: { $ne: null } };
  return { $or: [openComplaint('reporter'), openComplaint('reported')] };
}

function openComplaint(side: CaseRole) {
  return { [`complaints.${side}`]: { $ne: null }, [`complaints.${side}.answer`]: null };
}
