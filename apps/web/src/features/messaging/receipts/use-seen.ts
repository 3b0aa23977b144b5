import { conversationRead } from '@heartline/contracts';
import { useEffect, useRef } from 'react';
import type { Messages } from '../../../live/apply/messages.ts';
import { liveRequest, useIsLive } from '../../../live/connection.ts';
import { TRIED_AGAIN } from '../outbox/outbox.ts';
import { useOnScreen } from './on-screen.ts';

/** A refusal of the moment comes over a line that stands, and is asked about again after this. */
const AGAIN_MS = 5_000;

/**
 * Tells the server how far the member has seen a conversation: rows that were on the screen, while the page is in front
 * of them, and only while their read receipts are on. Told again until it is answered.
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
    const tell = () => {
      liveRequest(conversationRead, { conversation, seq: seen, seen }).then((result) => {
        if (result.ok) answered.current = Math.max(answered.current, seen);
        else if (TRIED_AGAIN.has(result.refusal.code)) later();
      }, later);
    };
    const later = () => {
      if (!isOver) timer = setTimeout(tell, AGAIN_MS);
    };
    tell();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [conversation, isOn, hasAttention, isLive, seen]);
}
