import type { CaseRole } from '@heartline/contracts';
import type { ExportPart, PersonalData } from '../accounts/index.ts';
import { changeOf, isNotified } from './case.presenter.ts';
import { type CaseRow, evidenceIdsOf } from './safety.model.ts';
import type { SafetyContext } from './safety-context.ts';

const NOBODY = { name: '', dateOfBirth: '', city: null, about: null, prompts: [] };

/**
 * A member's blocks, reports and cases. Erasure removes every block of either side, and what the member wrote
 * to us. Of cases about them only their existence and decision stay; the other side's case stays readable.
 */
export function safetyData(context: SafetyContext): PersonalData {
  const { blocks, cases, evidence } = context.collections;
  return {
    async erase(member) {
      for await (const { blocker, blocked } of blocks.find({
        $or: [{ blocker: member }, { blocked: member }],
      })) {
        await context.blocks.remove(blocker, blocked);
        context.blocks.forget(blocker, blocked);
      }
      await cases.updateMany({ reporter: member }, { $set: { note: '' } });
      const withMessage = { 'snapshot.message': { $ne: null } };
      for await (const { _id, snapshot } of cases.find({ reporter: member, ...withMessage })) {
        // Only their messages before the reported one are erased; the reported message stays as it was.
        const before = snapshot.message?.before.filter(({ sender }) => sender !== member) ?? [];
        await cases.updateOne({ _id, ...withMessage }, { $set: { 'snapshot.message.before': before } });
      }
      for await (const row of cases.find({ reported: member })) {
        await evidence.deleteMany({ _id: { $in: evidenceIdsOf(row) } });
        const person = { ...row.snapshot.person, ...NOBODY };
        await cases.updateOne({ _id: row._id }, { $set: { snapshot: { person, message: null } } });
      }
      for (const side of ['reporter', 'reported'] as const) {
        await cases.updateMany(
          { [side]: member, [`complaints.${side}`]: { $ne: null } },
          { $set: { [`complaints.${side}.words`]: '' } },
        );
        await cases.updateMany({ [side]: member }, { $set: { [`links.${side}`]: null } });
      }
    },
    count: async () => 1,
    async *gather(member): AsyncGenerator<ExportPart> {
      const [blocked, made, about] = await Promise.all([
        context.blocks.blockedBy(member),
        cases.find({ reporter: member }).toArray(),
        cases.find({ reported: member }).toArray(),
      ]);
      const people = await Promise.all(blocked.map((row) => context.hooks.people.profileOf(row.blocked)));
      yield {
        kind: 'data',
        name: 'safety',
        title: 'safety',
        data: {
          blocked: blocked.map(({ at }, index) => ({ ...named(people[index]), at })),
          reports: made.map((row) => ({
            ...named(row.snapshot.person),
            note: row.note,
            ...exportedCase(row, 'reporter'),
          })),
          cases: about
            .filter((row) => isNotified(row, 'reported'))
            .map((row) => exportedCase(row, 'reported')),
        },
      };
    },
  };
}

function named(person: { name: string; fictional: boolean } | undefined) {
  return { name: person?.name ?? '', fictional: person?.fictional ?? false };
}

/** A case as one side may see it, with its own complaint and the answer. */
function exportedCase(row: CaseRow, side: CaseRole) {
  const { reason, openedAt, decision, complaints } = row;
  const complaint = complaints[side];
  const change = changeOf(row);
  return {
    reason,
    at: openedAt,
    decision: decision?.outcome ?? null,
    reasons: decision?.reasons ?? null,
    changed: change ? { at: change.at, decision: change.outcome, reasons: change.reasons } : null,
    complaint: complaint && {
      at: complaint.at,
      note: complaint.words,
      answer: complaint.answer?.outcome ?? null,
      reasons: complaint.answer?.reasons ?? null,
    },
  };
}
