import { useEffectEvent, useLayoutEffect } from 'react';
import { useOverlay } from '../overlays/open-overlays.ts';

export interface MatchAnimationProps {
  /**
   * Called after 900 ms, or earlier on a press or key. Keys in text fields and browser shortcuts do not count. The
   * caller then removes the animation and shows the dialog.
   */
  onDone: () => void;
  /** Label of the skip button: "Skip". */
  skipLabel: string;
}

/** Left half of the heart with its line from the edge; the right half is its mirror image. */
const left =
  'M-1100 230C-760 90 -420 300 -140 326C40 342 150 316 200 268C262 210 296 172 296 132C296 96 270 74 244 74C224 74 208 88 200 110';

/** Elements that take text input, also below the animation. */
const FIELD = 'input, textarea, select, [contenteditable]';

/** Two lines cross the screen and form a heart: 900 ms, skippable. With reduced motion it only fades in. */
export function MatchAnimation({ onDone, skipLabel }: MatchAnimationProps) {
  const finish = useEffectEvent(onDone);
  useOverlay(true, onDone);
  const take = useEffectEvent((event: KeyboardEvent) => {
    const isTyped = event.target instanceof Element && event.target.matches(FIELD);
    if (isTyped || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    onDone();
  });
  useLayoutEffect(() => {
    const listening = new AbortController();
    const timer = setTimeout(() => finish(), 900);
    // Captures keys first, from the first paint on: the effect of a key on the page below would be invisible.
    window.addEventListener('keydown', (event) => take(event), { capture: true, signal: listening.signal });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, []);
  return (
    <button
      type="button"
      aria-label={skipLabel}
      onClick={onDone}
      className="fades fixed inset-0 z-60 flex animate-fade items-center justify-center bg-paper/90 text-pulse"
    >
      <svg viewBox="0 0 400 400" className="size-80 overflow-visible" aria-hidden>
        {[undefined, 'translate(400 0) scale(-1 1)'].map((transform) => (
          <path
            key={transform ?? 'left'}
            d={left}
            transform={transform}
            pathLength={1}
            strokeWidth={7}
            strokeDasharray="0.192 2"
            strokeDashoffset={-0.808}
            className="line-drawn animate-meet [--kept:0.192]"
          />
        ))}
      </svg>
    </button>
  );
}
