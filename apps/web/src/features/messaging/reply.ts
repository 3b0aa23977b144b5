import type { Quote } from '@heartline/contracts';
import { createWatchedMap } from '../../client/watched-map.ts';
import { onLive } from '../../live/bus.ts';

/** The message the member is answering, per conversation, until it is sent or given up. */
const replies = createWatchedMap<Quote>();

/** Answers this message with what is written next. */
export function startReply(conversation: string, { seq, sender, kind, text }: Quote): void {
  replies.set(conversation, { seq, sender, kind, text });
}

/** Answers nothing in particular any more. */
export function endReply(conversation: string): void {
  replies.delete(conversation);
}

/** What is taken back is not shown over the field either. Returns how to stop. */
export function followReplies(): () => void {
  return onLive('message:gone', ({ conversation, seq }) => {
    if (replies.get(conversation)?.seq === seq) endReply(conversation);
  });
}

/** What is being answered in one conversation. */
export function useReply(conversation: string): Quote | undefined {
  return replies.useValue(conversation);
}
