import type { Chat } from '@heartline/contracts';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useFocusWhenDrawn } from './focus-when-drawn.ts';
import { stepInList } from './step-in-list.ts';
import { useFocusInside } from './use-row-focus.ts';

interface ListFocusInput {
  chats: readonly Chat[];
  current: string | undefined;
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
}

/**
 * Makes the conversation list one tab stop: the row focused last, else the open one. The arrow keys, Home and End move
 * through all rows, rendered or not.
 */
export function useListFocus({ chats, current, list, scroller }: ListFocusInput) {
  const [chosen, setChosen] = useState<string | undefined>();
  const focusWhenDrawn = useFocusWhenDrawn();
  const positionOf = (id: string | undefined) => chats.findIndex((chat) => chat.conversation.id === id);
  const active = [positionOf(chosen), positionOf(current), 0].find((at) => at >= 0) ?? 0;

  const seek = (id: string) =>
    focusWhenDrawn(() => scroller.current?.querySelector<HTMLElement>(`[data-chat="${id}"] a`) ?? null);

  useConversationGone(positionOf(chosen), chats, scroller, (id) => {
    setChosen(id);
    seek(id);
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = stepInList(event, active, chats.length);
    const chat = next === undefined ? undefined : chats[next];
    if (next === undefined || !chat) return;
    event.preventDefault();
    setChosen(chat.conversation.id);
    list.current?.scrollToIndex(next, { align: 'nearest' });
    seek(chat.conversation.id);
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = event.target.closest<HTMLElement>('[data-chat]');
    if (row?.dataset.chat) setChosen(row.dataset.chat);
  };
  return { active, onKeyDown, onFocus };
}

/** Calls `onGone` when the focused conversation left the list, with the one now in its place or at the end. */
function useConversationGone(
  at: number,
  chats: readonly Chat[],
  scroller: RefObject<HTMLElement | null>,
  onGone: (beside: string) => void,
): void {
  const { isInside } = useFocusInside(scroller);
  const place = useRef(-1);
  const latest = useRef(onGone);
  latest.current = onGone;
  useEffect(() => {
    const before = place.current;
    place.current = at;
    const isLost = at < 0 && before >= 0 && isInside() && document.activeElement === document.body;
    const beside = chats[Math.min(before, chats.length - 1)];
    if (isLost && beside) latest.current(beside.conversation.id);
  }, [at, chats, isInside]);
}
