import type { Quote } from '@heartline/contracts';
import { useMemo } from 'react';
import { keys, queryClient } from '../../client/query.ts';
import type { Messages } from '../../live/apply/messages.ts';
import { onLive } from '../../live/bus.ts';
import { storeDraft, storedDraft, useStoredDraft } from './drafts.ts';

/** The message being answered, per member and conversation, stored beside its draft until it is sent or cancelled. */
const nameOf = (member: string, conversation: string) => `reply:${member}:${conversation}`;

/** Makes the next message an answer to this one. */
export function startReply(member: string, conversation: string, { seq, sender, kind, text }: Quote): void {
  // Makes the same message a new choice when it is chosen again.
  const held = JSON.stringify({ quote: { seq, sender, kind, text }, chosenAt: Date.now() });
  storeDraft(nameOf(member, conversation), held);
}

/** Cancels the answer. */
export function endReply(member: string, conversation: string): void {
  storeDraft(nameOf(member, conversation), '');
}

function quoteOf(held: string): Quote | undefined {
  return held === '' ? undefined : (JSON.parse(held) as { quote: Quote }).quote;
}

/** The message being answered in a conversation. */
export function useReply(member: string, conversation: string): Quote | undefined {
  const held = useStoredDraft(nameOf(member, conversation));
  return useMemo(() => quoteOf(held), [held]);
}

/**
 * Cancels the answer to a message that is taken back, whether an event or a fetch says so. Returns a function that
 * stops it.
 */
export function followReplies(member: string): () => void {
  const endWhere = (conversation: string, isGone: (seq: number) => boolean) => {
    const quote = quoteOf(storedDraft(nameOf(member, conversation)));
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
