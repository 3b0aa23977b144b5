import { useEffectEvent, useLayoutEffect } from 'react';
import { useOverlay } from '../overlays/open-overlays.ts';

export interface MatchAnimationProps {
  /**
   * After 900 ms, or earlier at a press or a key that is meant for no text field and no command of the browser. The caller
   * then takes it away and shows the dialog.
   */
  onDone: () => void;
  /** What a press does: "Skip". */
  skipLabel: string;
}

/** Left half of the heart and the long way to it; the right line is its mirror. */
const left =
  'M-1100 230C-760 90 -420 300 -140 326C40 342 150 316 200 268C262 210 296 172 296 132C296 96 270 74 244 74C224 74 208 88 200 110';

/** Where keys write something, under the animation as well. */
const FIELD = 'input, textarea, select, [contenteditable]';

/** Two lines cross the screen, meet, and are a heart: 900 ms, skippable; with reduced motion it only fades in. */
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
    // Before anybody else, and as soon as it is drawn: what the page would do by the key nobody sees.
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
