import type { Message } from '@heartline/contracts';
import { useMemo } from 'react';
import { createWatchedMap } from '../client/watched-map.ts';
import type { Messages } from './apply/messages.ts';

/** The maximum number of one conversation's messages that may be on their way at once. */
const MOST = 50;

/** Own messages that are ahead of the held conversation, by conversation. */
const sent = createWatchedMap<readonly Message[]>();

/**
 * Notes an own message that the server has stored and the held conversation can't take yet. Earlier messages are still
 * to come, by an event slower than the answer or by a fetch.
 */
export function noteAhead(message: Message): void {
  const { conversation, seq } = message;
  // A repeated send is answered with the same message.
  const others = sent.get(conversation)?.filter((one) => one.seq !== seq) ?? [];
  sent.set(conversation, [...others, message].slice(-MOST));
}

/**
 * The messages of a conversation, followed by sent ones it has not reached: a sent message never leaves the screen.
 * Empty when the conversation does not begin here, as after a removal.
 */
export function useWithAhead(held: Messages | undefined): readonly Message[] | undefined {
  const conversation = held?.messages[0]?.conversation ?? '';
  const noted = sent.useValue(conversation);
  return useMemo(() => {
    const ahead = noted?.filter(({ seq }) => seq > (held?.lastSeq ?? 0)) ?? [];
    return held && ahead.length > 0 ? [...held.messages, ...ahead] : held?.messages;
  }, [held, noted]);
}
