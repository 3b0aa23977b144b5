import type { KeyboardEvent } from 'react';

/**
 * Target index of an arrow key, Home or End in a list of `count` links, from the link at `at`. It may be past either
 * end; undefined for other keys. Keys that the menu of a row handled are ignored, although its items may be links.
 */
export function stepInList(event: KeyboardEvent<HTMLElement>, at: number, count: number): number | undefined {
  if (event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return undefined;
  if ((event.target as HTMLElement).closest('a') === null) return undefined;
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 };
  return steps[event.key];
}
