import { openOverlays } from '@heartline/ui';
import { type TouchEvent, useEffect, useEffectEvent, useRef } from 'react';
import type { AdjacentPeople } from './people-list.tsx';

/** Elements that use the arrow keys themselves. */
const OWN_ARROWS = 'input, textarea, select, [contenteditable], [role=menu], [role=slider], [role=tablist]';

const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  altKey || ctrlKey || metaKey || shiftKey;

/** The arrow keys lead to the person before and after, unless the photos or a field need them. */
export function useStepKeys({ previous, next }: AdjacentPeople): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, defaultPrevented, repeat, target } = event;
    // A held key would ask for people faster than they are shown.
    const isTaken = defaultPrevented || repeat || openOverlays.count() > 0;
    if (isTaken || hasModifier(event) || (target instanceof Element && target.closest(OWN_ARROWS))) return;
    if (key === 'ArrowLeft') previous?.();
    if (key === 'ArrowRight') next?.();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Pixels that a finger moves sideways before it counts as a step. */
const SWIPE_PX = 70;
/** Swipes that begin this near to an edge of the screen are the browser's own back and forward. */
const EDGE_PX = 28;

/**
 * Touch handlers: a swipe to the left leads to the next person, one to the right to the one before. Photos and rows that
 * scroll sideways keep their own swipes.
 */
export function useStepSwipe({ previous, next }: AdjacentPeople) {
  const start = useRef<{ x: number; y: number } | undefined>(undefined);
  return {
    onTouchStart({ touches, target }: TouchEvent) {
      const finger = touches[0];
      const isFree = openOverlays.count() === 0 && !(target as Element).closest('.overflow-x-auto');
      const isInside =
        finger && finger.clientX > EDGE_PX && finger.clientX < document.documentElement.clientWidth - EDGE_PX;
      const isStart = isFree && isInside && touches.length === 1;
      start.current = isStart ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0];
      if (!start.current || !finger) return;
      const across = finger.clientX - start.current.x;
      const down = Math.abs(finger.clientY - start.current.y);
      start.current = undefined;
      if (Math.abs(across) < Math.max(SWIPE_PX, down * 2)) return;
      if (across < 0) next?.();
      else previous?.();
    },
  };
}
