import { useEffect, useState } from 'react';
import { queryClient } from '../client/query.ts';
import { arePartsComing } from './screens.ts';

const LOOK_MS = 100;
const LONGEST_MS = 4_000;

/**
 * Kept once the first screen stands: two looks in a row find nothing of it on its way. What nobody sees or waits for
 * begins then, so that it does not stand between a visitor and the first picture. A press is not kept waiting, nor is
 * anything longer than some seconds.
 */
export const calm = new Promise<void>((resolve) => {
  const until = Date.now() + LONGEST_MS;
  const look = (wasQuiet: boolean) => {
    const isQuiet = !isComing();
    if ((isQuiet && wasQuiet) || Date.now() > until) resolve();
    else setTimeout(() => whenIdle(() => look(isQuiet)), LOOK_MS);
  };
  whenIdle(() => look(false));
  for (const press of ['pointerdown', 'keydown']) {
    addEventListener(press, () => resolve(), { once: true, capture: true });
  }
});

/** Whether that moment is there. */
export function useCalm(): boolean {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    let isGone = false;
    void calm.then(() => !isGone && setCalm(true));
    return () => {
      isGone = true;
    };
  }, []);
  return isCalm;
}

function isComing(): boolean {
  const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy');
  return queryClient.isFetching() > 0 || arePartsComing() || pictures.some(({ complete }) => !complete);
}

/** When the browser has nothing better to do; not every browser tells. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: LONGEST_MS });
  else setTimeout(run);
}
