import { type Message, type Reaction, reactToMessage } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { call } from '../../../client/api.ts';
import { beforeLogOut } from '../../../client/before-log-out.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { createRequestQueue } from '../../../client/request-queue.ts';
import { type Messages, withMessage } from '../../../live/apply/messages.ts';
import { withReaction } from '../../../live/apply/signs.ts';

/** One request at a time, or an older emoji could overtake the newer one and stay. */
const presses = createRequestQueue();

beforeLogOut(presses.drained);

/** Reaction of a member to a message, or null. */
export function reactionOf(message: Message, member: string): string | null {
  return message.reactions?.find((one) => one.member === member)?.emoji ?? null;
}

/**
 * Sets a reaction, replacing an earlier one; the same emoji again removes it. It shows at once, and is undone with an
 * error if the server refuses.
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
  const shown = { member, emoji: next, rev: rev + 1 };
  write(message, shown);
  try {
    const { reaction } = await presses.enqueue(() =>
      call(reactToMessage, { conversation, seq, emoji: next }),
    );
    write(message, reaction);
  } catch (error) {
    void showToast({ title: say(error), tone: 'error' });
    takeOff(message, shown);
    await queryClient.invalidateQueries({ queryKey: keys.messages(conversation) });
  }
}

/** Restores the earlier reaction unless a newer one arrived. */
function takeOff(message: Message, shown: Reaction): void {
  const before = message.reactions?.filter(({ member }) => member === shown.member) ?? [];
  const isShown = ({ member, rev }: Reaction) => member === shown.member && rev === shown.rev;
  change(message, (one) => ({
    ...one,
    reactions: one.reactions?.flatMap((reaction) => (isShown(reaction) ? before : [reaction])),
  }));
}

const write = (message: Message, reaction: Reaction) => change(message, (one) => withReaction(one, reaction));

/** Changes a message everywhere this page holds it. */
function change({ conversation, seq }: Message, how: (message: Message) => Message): void {
  for (const [key, held] of queryClient.getQueriesData<Messages | null>({ queryKey: keys.allMessages })) {
    if (!held || key[1] !== conversation) continue;
    queryClient.setQueryData<Messages>(key, withMessage(held, seq, how));
  }
}
