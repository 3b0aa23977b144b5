import type { Quote } from '@heartline/contracts';
import { useSyncExternalStore } from 'react';

/** The message the member is answering, per conversation, until it is sent or given up. */
const replies = new Map<string, Quote>();
const listeners = new Set<() => void>();

function changed() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Answers this message with what is written next. */
export function startReply(conversation: string, { seq, sender, kind, text }: Quote): void {
  replies.set(conversation, { seq, sender, kind, text });
  changed();
}

/** Answers nothing in particular any more. */
export function endReply(conversation: string): void {
  if (replies.delete(conversation)) changed();
}

/** What is being answered in one conversation. */
export function useReply(conversation: string): Quote | undefined {
  return useSyncExternalStore(subscribe, () => replies.get(conversation));
}
