import type { Quote } from '@heartline/contracts';
import { useMemo } from 'react';
import { keys, queryClient } from '../../client/query.ts';
import type { Messages } from '../../live/apply/messages.ts';
import { onLive } from '../../live/bus.ts';
import { keepDraft, keptDraft, useKeptDraft } from './drafts.ts';

/**
 * The message the member is answering, per member and conversation, until it is sent or given up: kept beside the draft that
 * answers it.
 */
const nameOf = (member: string, conversation: string) => `reply:${member}:${conversation}`;

/** Answers this message with what is written next. */
export function startReply(member: string, conversation: string, { seq, sender, kind, text }: Quote): void {
  // The same, chosen once more, is another choice.
  const held = JSON.stringify({ quote: { seq, sender, kind, text }, chosenAt: Date.now() });
  keepDraft(nameOf(member, conversation), held);
}

/** Answers nothing in particular any more. */
export function endReply(member: string, conversation: string): void {
  keepDraft(nameOf(member, conversation), '');
}

function quoteOf(held: string): Quote | undefined {
  return held === '' ? undefined : (JSON.parse(held) as { quote: Quote }).quote;
}

/** What is being answered in one conversation. */
export function useReply(member: string, conversation: string): Quote | undefined {
  const held = useKeptDraft(nameOf(member, conversation));
  return useMemo(() => quoteOf(held), [held]);
}

/** What is taken back is not shown over the field either, whether an event or an answer tells of it. Returns how to stop. */
export function followReplies(member: string): () => void {
  const endWhere = (conversation: string, isGone: (seq: number) => boolean) => {
    const quote = quoteOf(keptDraft(nameOf(member, conversation)));
    if (quote && isGone(quote.seq)) endReply(member, conversation);
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
