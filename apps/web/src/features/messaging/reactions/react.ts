import { type Message, type Reaction, reactToMessage } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { call } from '../../../client/api.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { createTurns } from '../../../client/turns.ts';
import { type Messages, withMessage } from '../../../live/apply/messages.ts';
import { withReaction } from '../../../live/apply/signs.ts';

/** An emoji that overtook the one put in its place would stay. */
const presses = createTurns();

/** What this member put under a message, if anything. */
export function reactionOf(message: Message, member: string): string | null {
  return message.reactions?.find((one) => one.member === member)?.emoji ?? null;
}

/**
 * Puts an emoji under a message, in place of an earlier one; the same one again takes it back. Shown at once, and taken
 * back with the server’s words when it refuses.
 */
export async function react(
  message: Message,
  member: string,
  emoji: string,
  say: (error: unknown) => string,
): Promise<void> {
  const { conversation, seq } = message;
  const next = reactionOf(message, member) === emoji ? null : emoji;
  const rev = message.reactions?.find((one) => one.member === member)?.rev ?? 0;
  write(message, { member, emoji: next, rev: rev + 1 });
  try {
    const { reaction } = await presses.take(() => call(reactToMessage, { conversation, seq, emoji: next }));
    write(message, reaction);
  } catch (error) {
    void showToast({ title: say(error), tone: 'error' });
    await queryClient.invalidateQueries({ queryKey: keys.messages(conversation) });
  }
}

/** Everything this page holds of the conversation, with the reaction in it. */
function write({ conversation, seq }: Message, reaction: Reaction): void {
  for (const [key, held] of queryClient.getQueriesData<Messages | null>({ queryKey: keys.allMessages })) {
    if (!held || key[1] !== conversation) continue;
    queryClient.setQueryData<Messages>(
      key,
      withMessage(held, seq, (one) => withReaction(one, reaction)),
    );
  }
}
