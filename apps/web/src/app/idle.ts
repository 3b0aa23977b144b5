import { useEffect, useState } from 'react';
import { queryClient } from '../client/query.ts';
import { isLoadingComponents } from './lazy-components.ts';

const LOOK_MS = 100;
const LONGEST_MS = 4_000;
const IDLE_MS = 2_000;
const PRESSES = ['pointerdown', 'keydown'];

/**
 * Resolves once the first screen is complete: two checks in a row find nothing loading. Work that is not visible starts
 * then, so that it does not delay the first picture. Code for a press starts loading right after the press was painted;
 * nothing waits longer than some seconds.
 */
export const pageIdle = new Promise<void>((resolve) => {
  const until = Date.now() + LONGEST_MS;
  const look = (wasQuiet: boolean) => {
    const isQuiet = !isComing();
    if ((isQuiet && wasQuiet) || Date.now() > until) resolve();
    else setTimeout(() => whenIdle(() => look(isQuiet)), LOOK_MS);
  };
  whenIdle(() => look(false));
  for (const press of PRESSES) {
    addEventListener(press, () => requestAnimationFrame(() => setTimeout(resolve)), {
      once: true,
      capture: true,
    });
  }
});

/**
 * Resolves when, after that, the user pressed nothing for a while, or some seconds later at the latest. Work that keeps
 * the device busy starts then.
 */
export const memberIdle = pageIdle.then(
  () =>
    new Promise<void>((resolve) => {
      const until = Date.now() + LONGEST_MS;
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(end, Math.min(IDLE_MS, until - Date.now()));
      };
      const end = () => {
        for (const press of PRESSES) removeEventListener(press, wait, true);
        resolve();
      };
      let timer = setTimeout(end, IDLE_MS);
      for (const press of PRESSES) addEventListener(press, wait, true);
    }),
);

/** True once `pageIdle` has resolved. */
export function usePageIdle(): boolean {
  const [isPageIdle, setPageIdle] = useState(false);
  useEffect(() => {
    let isGone = false;
    void pageIdle.then(() => !isGone && setPageIdle(true));
    return () => {
      isGone = true;
    };
  }, []);
  return isPageIdle;
}

function isComing(): boolean {
  const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy');
  return queryClient.isFetching() > 0 || isLoadingComponents() || pictures.some(({ complete }) => !complete);
}

/** Runs when the browser is idle; not every browser supports this. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: LONGEST_MS });
  else setTimeout(run);
}
