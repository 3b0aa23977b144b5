import { createWatchedMap } from '../../../client/watched-map.ts';

/**
 * Which of their messages were on the screen: the highest row of each conversation that showed for the most part. What
 * counts as read is decided elsewhere, since a page may show without anybody in front of it.
 */
const highest = createWatchedMap<number>();
const watched = new WeakMap<Element, { conversation: string; seq: number }>();
let observer: IntersectionObserver | undefined;

/** Of a message this much must show; of one higher than the window, half the window. */
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

/** Watches a message of the other side, unless one after it was on the screen. Returns how to stop. */
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

/** The last row of the other side that was on the screen. */
export function useOnScreen(conversation: string): number {
  return highest.useValue(conversation) ?? 0;
}
