import type { ExportPart } from '../../accounts/index.ts';
import type { OperatorInboxContext } from './operator-inbox-context.ts';

/**
 * Operators' notes about a member, and the member's places in the queue; replies saved for a
 * fictional profile. They are erased completely, and
 * exported without the operators' names. Operators' answers are messages and part of the exported
 * conversations.
 */
export function operatorInboxData(context: Pick<OperatorInboxContext, 'collections' | 'operatorQueue'>) {
  const { notes, replies } = context.collections;
  return {
    async erase(member: string): Promise<void> {
      await context.operatorQueue.forget(member);
      await notes.deleteMany({ member });
      await replies.deleteMany({ _id: member });
    },
    count: async (member: string) => ((await notes.findOne({ member })) ? 1 : 0),
    async *gather(member: string): AsyncGenerator<ExportPart> {
      const rows = await notes.find({ member }).toArray();
      if (rows.length === 0) return;
      const data = rows.sort((a, b) => a.at - b.at).map(({ at, text }) => ({ at, noted: text }));
      yield { kind: 'data', name: 'notes', title: 'notes', data };
    },
  };
}
