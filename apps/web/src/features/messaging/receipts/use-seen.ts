import { conversationRead } from '@heartline/contracts';
import { useEffect, useRef } from 'react';
import type { Messages } from '../../../live/apply/messages.ts';
import { liveRequest, useIsLive } from '../../../live/connection.ts';
import { TRIED_AGAIN } from '../outbox/refused-entry.ts';
import { useOnScreen } from './on-screen.ts';

/** Time in ms before a temporary refusal is repeated; it came over a working connection. */
const AGAIN_MS = 5_000;

/**
 * Reports how far the member has seen a conversation: rows that were visible while the page had focus and the member's
 * read receipts were on. Repeated until answered.
 */
export function useSeen(conversation: string, messages: Messages | undefined, hasAttention: boolean): void {
  const isLive = useIsLive();
  const seen = useOnScreen(conversation);
  const isOn = messages?.receipts.own.on ?? false;
  const answered = useRef(0);
  useEffect(() => {
    if (!isOn) answered.current = 0;
    if (!isOn || !hasAttention || !isLive || seen <= answered.current) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const send = () => {
      liveRequest(conversationRead, { conversation, seq: seen, seen }).then((result) => {
        if (result.ok) answered.current = Math.max(answered.current, seen);
        else if (TRIED_AGAIN.has(result.refusal.code)) later();
      }, later);
    };
    const later = () => {
      if (!isOver) timer = setTimeout(send, AGAIN_MS);
    };
    send();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [conversation, isOn, hasAttention, isLive, seen]);
}
