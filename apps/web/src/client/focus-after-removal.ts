import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The element that takes the focus: of an item, or of the list once no item is left. */
const TAKES_FOCUS = '[tabindex="-1"], button, select';

/** Items of a list, or cards of a grid. */
const itemsOf = (around: HTMLElement) => [...around.querySelectorAll<HTMLElement>('li, article')];

/**
 * Keeps the keyboard's place when a press removes the list item it was in. The item at the same position gets the
 * focus, or the last one. Without items the focus goes to the `place` around the list: its heading, field or button.
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
