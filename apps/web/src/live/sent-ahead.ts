import type { Message } from '@heartline/contracts';
import { useMemo } from 'react';
import { createWatchedMap } from '../client/watched-map.ts';
import type { Messages } from './apply/messages.ts';

/** As many of one conversation as may be on their way to it at once. */
const MOST = 50;

/** Own messages that were ahead of their conversation here, by that conversation. */
const sent = createWatchedMap<readonly Message[]>();

/**
 * Notes an own message that the server has and the conversation here can't take yet: what was written before it is still to
 * come, by an event that is slower than the answer or by a fetch.
 */
export function noteAhead(message: Message): void {
  const { conversation, seq } = message;
  // A send that is repeated is answered with the same message.
  const others = sent.get(conversation)?.filter((one) => one.seq !== seq) ?? [];
  sent.set(conversation, [...others, message].slice(-MOST));
}

/**
 * The messages of a conversation with those at the end that it has not reached: what the member sent is never gone from the
 * screen. Of one that does not begin here, as when it was removed, there are none.
 */
export function useWithAhead(held: Messages | undefined): readonly Message[] | undefined {
  const conversation = held?.messages[0]?.conversation ?? '';
  const noted = sent.useValue(conversation);
  return useMemo(() => {
    const ahead = noted?.filter(({ seq }) => seq > (held?.lastSeq ?? 0)) ?? [];
    return held && ahead.length > 0 ? [...held.messages, ...ahead] : held?.messages;
  }, [held, noted]);
}
