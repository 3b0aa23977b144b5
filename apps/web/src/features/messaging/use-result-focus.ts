import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { stepInList } from './step-in-list.ts';

/** The link of a result, or within it. */
const linkOf = (result: HTMLElement | undefined) =>
  result?.matches('a') ? result : result?.querySelector<HTMLElement>('a');

/**
 * Makes the search results one tab stop: the one focused last, else the first. The arrow keys, Home and End move
 * between results.
 * @param results - keys in `data-result`, from top to bottom
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
