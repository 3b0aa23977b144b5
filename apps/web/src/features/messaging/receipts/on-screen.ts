import { createWatchedMap } from '../../../client/watched-map.ts';

/**
 * Highest row of the other member per conversation that was mostly visible. Others decide what counts as read, because
 * a visible page may have no focus.
 */
const highest = createWatchedMap<number>();
const watched = new WeakMap<Element, { conversation: string; seq: number }>();
let observer: IntersectionObserver | undefined;

/** Visible part of a message that counts; of one higher than the viewport, half the viewport. */
const SHOWN = 0.6;

function onChange(entries: readonly IntersectionObserverEntry[]) {
  for (const { target, isIntersecting, intersectionRatio, intersectionRect, rootBounds } of entries) {
    const row = watched.get(target);
    const fills = rootBounds !== null && intersectionRect.height >= rootBounds.height / 2;
    if (!row || !isIntersecting || (intersectionRatio < SHOWN && !fills)) continue;
    if (row.seq <= (highest.get(row.conversation) ?? 0)) continue;
    highest.set(row.conversation, row.seq);
  }
}

/** Watches a message of the other member, unless a later one was visible already. Returns a function that stops it. */
export function watchOnScreen(
  element: Element,
  row: { conversation: string; seq: number },
): (() => void) | undefined {
  if (row.seq <= (highest.get(row.conversation) ?? 0)) return undefined;
  observer ??= new IntersectionObserver(onChange, { threshold: [0, 0.2, 0.4, SHOWN] });
  watched.set(element, row);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

/** Last row of the other member that was visible. */
export function useOnScreen(conversation: string): number {
  return highest.useValue(conversation) ?? 0;
}
