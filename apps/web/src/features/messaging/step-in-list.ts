import type { KeyboardEvent } from 'react';

/**
 * Where a key leads in a list of so many links from the one at `at`: the arrows, Home and End. It may be past either end;
 * undefined where the key is not the list's. What the menu of a row did with a key is not the list's to do again, though
 * its items may be links.
 */
export function stepInList(event: KeyboardEvent<HTMLElement>, at: number, count: number): number | undefined {
  if (event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return undefined;
  if ((event.target as HTMLElement).closest('a') === null) return undefined;
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 };
  return steps[event.key];
}
