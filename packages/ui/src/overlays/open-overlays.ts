import { useEffect, useEffectEvent } from 'react';

/** Close functions of the open overlays, the topmost last. */
const closers: (() => void)[] = [];
let notify = () => {};

/** Overlays that cover the page. While there is one, the app keeps a history entry, so Back closes the topmost. */
export const openOverlays = {
  /** Number of open overlays. */
  count: () => closers.length,
  /** Asks the topmost to close. It may stay open, for example to ask first or because it needs an answer. */
  closeTop: () => closers.at(-1)?.(),
  /** Called when an overlay opens or closes. There is one subscriber, the app's history. */
  subscribe(listener: () => void) {
    notify = listener;
  },
};

/** Counts an overlay while `isOpen`. Back calls `close`, which may refuse by doing nothing. */
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

/** The same for menus and small panels. They count with touch, where they cover the page, but not with a mouse. */
export function useMenuOverlay(isOpen: boolean, close: () => void): void {
  useOverlay(isOpen && matchMedia('(pointer: coarse)').matches, close);
}
