import type { Chat } from '@heartline/contracts';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { VirtualizerHandle } from 'virtua';

interface ListFocusInput {
  chats: readonly Chat[];
  current: string | undefined;
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
}

/**
 * The conversations as one stop of the keyboard: Tab comes to the one that is open, or was looked at last; the arrows,
 * Home and End move through all of them, drawn or not.
 */
export function useListFocus({ chats, current, list, scroller }: ListFocusInput) {
  const [chosen, setChosen] = useState<string | undefined>();
  const wanted = useRef<string | null>(null);
  const positionOf = (id: string | undefined) => chats.findIndex((chat) => chat.conversation.id === id);
  const active = [positionOf(chosen), positionOf(current), 0].find((at) => at >= 0) ?? 0;

  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const link = scroller.current?.querySelector<HTMLElement>(`[data-chat="${wanted.current}"] a`);
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if ((event.target as HTMLElement).closest('a') === null || event.altKey || event.metaKey || event.ctrlKey)
      return;
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: chats.length - 1,
    };
    const next = steps[event.key];
    const chat = next === undefined ? undefined : chats[next];
    if (next === undefined || !chat) return;
    event.preventDefault();
    wanted.current = chat.conversation.id;
    setChosen(chat.conversation.id);
    list.current?.scrollToIndex(next, { align: 'nearest' });
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-chat]');
    if (row?.dataset.chat) setChosen(row.dataset.chat);
  };
  return { active, onKeyDown, onFocus };
}
