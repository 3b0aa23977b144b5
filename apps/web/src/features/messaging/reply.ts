import type { Quote } from '@heartline/contracts';
import { keys, queryClient } from '../../client/query.ts';
import { createWatchedMap } from '../../client/watched-map.ts';
import type { Messages } from '../../live/apply/messages.ts';
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

/** What is taken back is not shown over the field either, whether an event or an answer tells of it. Returns how to stop. */
export function followReplies(): () => void {
  const endWhere = (conversation: string, isGone: (seq: number) => boolean) => {
    const quote = replies.get(conversation);
    if (quote && isGone(quote.seq)) endReply(conversation);
  };
  const stops = [
    onLive('message:gone', ({ conversation, seq }) => endWhere(conversation, (one) => one === seq)),
    queryClient.getQueryCache().subscribe(({ type, query }) => {
      const [slice, conversation] = query.queryKey;
      if (type !== 'updated' || slice !== keys.allMessages[0]) return;
      const { messages = [] } = (query.state.data ?? {}) as Partial<Messages>;
      endWhere(String(conversation), (seq) => messages.some((one) => one.seq === seq && one.gone));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What is being answered in one conversation. */
export function useReply(conversation: string): Quote | undefined {
  return replies.useValue(conversation);
}
