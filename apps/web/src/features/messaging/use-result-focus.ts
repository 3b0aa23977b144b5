import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/** The link of a result, in whatever it stands in. */
const linkOf = (result: HTMLElement | undefined) =>
  result?.matches('a') ? result : result?.querySelector<HTMLElement>('a');

/**
 * What a search found as one stop of the keyboard: Tab comes to the result that was looked at last, or the first; the
 * arrows, Home and End go from result to result.
 *
 * @param results - their keys from top to bottom, as `data-result` names them on the page
 */
export function useResultFocus(results: readonly string[]) {
  const [chosen, setChosen] = useState<string>();
  const stop = chosen !== undefined && results.includes(chosen) ? chosen : results[0];

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget } = event;
    if (event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return;
    if ((target as HTMLElement).closest('a') === null) return;
    const drawn = [...currentTarget.querySelectorAll<HTMLElement>('[data-result]')];
    const at = drawn.findIndex((result) => result.contains(target as Node));
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: drawn.length - 1,
    };
    const next = steps[event.key];
    const link = next === undefined ? undefined : linkOf(drawn[next]);
    if (at < 0 || !link) return;
    event.preventDefault();
    link.focus();
  };

  const onFocus = ({ target }: FocusEvent<HTMLElement>) =>
    setChosen((before) => target.closest<HTMLElement>('[data-result]')?.dataset.result ?? before);

  return { stop, onKeyDown, onFocus };
}
