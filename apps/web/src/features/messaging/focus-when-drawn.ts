import { useCallback, useRef } from 'react';

/** Frames to wait for an element; one that is missing by then was removed. */
const MAX_FRAMES = 60;

/** True when the focused element was removed and nothing else took the focus. */
export const isFocusLost = () =>
  document.activeElement === document.body && document.querySelector('[role=dialog]') === null;

/** Returns a function that focuses an element, which a list may render a moment later. The last request wins. */
export function useFocusWhenDrawn(): (find: () => HTMLElement | null) => void {
  const turn = useRef(0);
  return useCallback((find) => {
    turn.current += 1;
    const own = turn.current;
    let frames = 0;
    const tryNow = () => {
      if (own !== turn.current) return;
      const element = find();
      frames += 1;
      element?.focus({ preventScroll: true });
      // An unmeasured row is hidden and takes no focus.
      const isDone = element !== null && element === document.activeElement;
      if (!isDone && frames < MAX_FRAMES) requestAnimationFrame(tryNow);
    };
    // Try before the next frame: on a busy page the next key may come first.
    tryNow();
  }, []);
}
