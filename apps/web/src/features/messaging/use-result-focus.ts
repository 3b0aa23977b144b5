import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { stepInList } from './step-in-list.ts';

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
    const drawn = [...currentTarget.querySelectorAll<HTMLElement>('[data-result]')];
    const at = drawn.findIndex((result) => result.contains(target as Node));
    const next = stepInList(event, at, drawn.length);
    const link = next === undefined ? undefined : linkOf(drawn[next]);
    if (at < 0 || !link) return;
    event.preventDefault();
    link.focus();
  };

  const onFocus = ({ target }: FocusEvent<HTMLElement>) =>
    setChosen((before) => target.closest<HTMLElement>('[data-result]')?.dataset.result ?? before);

  return { stop, onKeyDown, onFocus };
}
