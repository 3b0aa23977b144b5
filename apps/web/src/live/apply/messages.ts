import type { getMessages, Message, OutputOf } from '@heartline/contracts';
import { type Applied, type LiveEvent, STALE } from './stale.ts';

/** The part of a conversation this page holds: rows without holes from the oldest loaded to `lastSeq`. */
export type Messages = OutputOf<typeof getMessages>;

/** Applies one event to a loaded conversation. `seq` = last + 1 is added, lower is known, higher is a gap to fetch. */
export function applyToMessages(
  messages: Messages,
  conversation: string,
  event: LiveEvent,
): Applied<Messages> {
  switch (event.name) {
    case 'message:created': {
      const { message } = event.payload;
      return message.conversation === conversation ? withNext(messages, message) : messages;
    }
    case 'conversation:marked':
      if (event.payload.conversation !== conversation) return messages;
      return { ...messages, readSeq: Math.max(messages.readSeq, event.payload.readSeq) };
    case 'conversation:delivered':
      if (event.payload.conversation !== conversation) return messages;
      return { ...messages, deliveredSeq: Math.max(messages.deliveredSeq, event.payload.deliveredSeq) };
    default:
      return messages;
  }
}

function withNext(messages: Messages, message: Message): Applied<Messages> {
  if (message.seq <= messages.lastSeq) return messages;
  if (message.seq > messages.lastSeq + 1) return STALE;
  return { ...messages, messages: [...messages.messages, message], lastSeq: message.seq };
}

/** What is held after a page of newer rows came (`after`). Events may have added some of them meanwhile. */
export function withNewer(held: Messages, page: Messages): Messages {
  return {
    messages: union(held.messages, page.messages),
    lastSeq: Math.max(held.lastSeq, page.lastSeq),
    hasOlder: held.hasOlder,
    readSeq: Math.max(held.readSeq, page.readSeq),
    deliveredSeq: Math.max(held.deliveredSeq, page.deliveredSeq),
  };
}

/** What is held after a page of older rows came (`before`). */
export function withOlder(held: Messages, page: Messages): Messages {
  return { ...held, messages: union(page.messages, held.messages), hasOlder: page.hasOlder };
}

function union(one: readonly Message[], other: readonly Message[]): Message[] {
  const bySeq = new Map([...one, ...other].map((message) => [message.seq, message]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}
