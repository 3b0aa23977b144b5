import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What takes the focus: of an item, or of the place once no item is left. */
const TAKES_FOCUS = '[tabindex="-1"], button, select';

/** Of a list, or the cards of a grid. */
const itemsOf = (around: HTMLElement) => [...around.querySelectorAll<HTMLElement>('li, article')];

/**
 * Keeps the place of the keyboard where a press takes away the item of a list it was made in: the one that stands there
 * then has the focus, or the last; where none is left the `place` around the list, or its heading, field or button.
 */
export function useFocusAfterRemoval(place: RefObject<HTMLElement | null>): void {
  const held = useRef<{ element: Element; at: number }>(undefined);
  useLayoutEffect(() => {
    const note = (event: FocusEvent) => {
      const [around, element] = [place.current, event.target as Element];
      const at = around ? itemsOf(around).findIndex((item) => item.contains(element)) : -1;
      held.current = at < 0 ? undefined : { element, at };
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [place]);
  useLayoutEffect(() => {
    const [around, before] = [place.current, held.current];
    if (!around || !before || before.element.isConnected || document.activeElement !== document.body) return;
    const items = itemsOf(around);
    const beside = items[Math.min(before.at, items.length - 1)] ?? around;
    const taker = beside.matches(TAKES_FOCUS) ? beside : beside.querySelector<HTMLElement>(TAKES_FOCUS);
    taker?.focus({ preventScroll: true });
  });
}
