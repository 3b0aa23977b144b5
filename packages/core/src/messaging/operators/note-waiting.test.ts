import { expect, it, vi } from 'vitest';
import { correctWaiting } from './note-waiting.ts';

const row = (n: number, sender: string) => ({ kind: 'text', n, sender, at: n });

/** A queue row at row 5, and a conversation in which the member has just written row 6. */
function justWritten(waiting: boolean) {
  const correct = vi.fn<(conversation: string, seq: number, since: number | null) => Promise<void>>();
  const context = {
    operatorQueue: { correct },
    conversations: {
      freshTail: async () => ({ n: 6, open: true }),
      range: async () => [row(4, 'member'), row(5, 'profile'), row(6, 'member')],
    },
    publisher: { operators: () => {} },
  };
  const doc = { _id: 'c', site: 'default', profile: 'profile', member: 'member', lastSeq: 5, waiting };
  return { correct, corrected: () => correctWaiting(context as never, doc as never) };
}

it('leaves an answered conversation alone: the sender notes its newest message', async () => {
  const { correct, corrected } = justWritten(false);
  expect(await corrected()).toBeUndefined();
  // Marking it as answered up to row 6 would hide that message from operators.
  expect(correct).not.toHaveBeenCalled();
});

it('keeps a conversation waiting since its first unanswered message', async () => {
  const { correct, corrected } = justWritten(true);
  expect(await corrected()).toMatchObject({ n: 6 });
  expect(correct).toHaveBeenCalledExactlyOnceWith('c', 6, 6);
});
