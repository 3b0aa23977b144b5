import { useEffect, useEffectEvent } from 'react';

/** How to close each overlay that is open, the topmost last. */
const closers: (() => void)[] = [];
let notify = () => {};

/** What covers the page now. The app keeps a history entry while there is any, so that Back closes the topmost. */
export const openOverlays = {
  /** How many are open. */
  count: () => closers.length,
  /** Asks the topmost to close. It may stay, as one that asks first, or one that has to be answered. */
  closeTop: () => closers.at(-1)?.(),
  /** Calls back whenever one opened or closed; there is one subscriber, the app's history. */
  subscribe(listener: () => void) {
    notify = listener;
  },
};

/** Counts as open what covers the page while `isOpen`. Back calls `close`, which may refuse by doing nothing. */
export function useOverlay(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const closer = () => closeNow();
    closers.push(closer);
    notify();
    return () => {
      closers.splice(closers.indexOf(closer), 1);
      notify();
    };
  }, [isOpen]);
}

/** The same for menus and small panels: under a finger they cover the page, beside a mouse they do not. */
export function useMenuOverlay(isOpen: boolean, close: () => void): void {
  useOverlay(isOpen && matchMedia('(pointer: coarse)').matches, close);
}
