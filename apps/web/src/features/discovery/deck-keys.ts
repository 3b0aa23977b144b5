import { useEffect, useEffectEvent } from 'react';

/** Elements that have a use of their own for Enter and Space. */
const PRESSABLE = 'a[href], button, summary, [role=button], [role=switch], [role=radio]';

/**
 * Keys of the whole page, while nothing is typed and no dialog is open. A key without an action does what it does in
 * any browser, such as scroll.
 */
export function useDeckKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const action = isFree(event) && actions[event.key];
    if (!action) return;
    event.preventDefault();
    // A held key counts once: the next cards were not seen.
    if (!event.repeat) action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** False where the key has another use: in a field, a dialog, or with Ctrl. */
function isFree(event: KeyboardEvent): boolean {
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (event.defaultPrevented || hasModifier) return false;
  const on = event.target instanceof Element ? event.target : document.body;
  if (on.matches('input, select, textarea, [role=slider]')) return false;
  if ((event.key === 'Enter' || event.key === ' ') && on.closest(PRESSABLE)) return false;
  return document.querySelector('dialog[open], [role=dialog], :popover-open') === null;
}
