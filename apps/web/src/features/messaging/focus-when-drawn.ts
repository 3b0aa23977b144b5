import { useCallback, useRef } from 'react';

/** Frames that an element is waited for; one that is not there by then was taken away. */
const MAX_FRAMES = 60;

/** Whether what had the focus went, and nothing took it. */
export const isFocusLost = () =>
  document.activeElement === document.body && document.querySelector('[role=dialog]') === null;

/** Puts the focus on something, which a list may draw only a moment after it is asked to. The last one asked for wins. */
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
      // Until it is measured a row is there but hidden, and takes no focus.
      const isDone = element !== null && element === document.activeElement;
      if (!isDone && frames < MAX_FRAMES) requestAnimationFrame(tryNow);
    };
    // What is drawn has it at once: on a busy page the next key may come before the next frame.
    tryNow();
  }, []);
}
