import { CONSTANTS } from '@heartline/contracts';

/**
 * The timing of the page loading bar (S4-066 to S4-068):
 *
 * - Hidden for 200 ms: a page that loads within them shows no bar.
 * - Then it runs and is full within 5000 ms.
 * - When the page is ready it stays full for 500 ms. A new load meanwhile starts it again.
 */
export interface LoadingProgress {
  start(): void;
  finish(): void;
  stop(): void;
}

const TICK_MS = 100;

/** `show` gets 0 to 1, or null when the bar is hidden. */
export function createLoadingProgress(show: (progress: number | null) => void): LoadingProgress {
  let throttle: ReturnType<typeof setTimeout> | undefined;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const endLoad = () => {
    clearTimeout(throttle);
    clearInterval(ticking);
    throttle = undefined;
    ticking = undefined;
  };
  const run = () => {
    throttle = undefined;
    clearTimeout(hiding);
    let elapsed = 0;
    show(0);
    ticking = setInterval(() => {
      elapsed += TICK_MS;
      show(Math.min(1, elapsed / CONSTANTS.loadingBarDurationMs));
      if (elapsed >= CONSTANTS.loadingBarDurationMs) clearInterval(ticking);
    }, TICK_MS);
  };

  return {
    start() {
      if (throttle !== undefined || ticking !== undefined) return;
      // A full bar keeps hiding: this page may load too quickly to show one.
      throttle = setTimeout(run, CONSTANTS.loadingBarThrottleMs);
    },
    finish() {
      const wasShown = ticking !== undefined;
      endLoad();
      if (!wasShown) return;
      show(1);
      hiding = setTimeout(() => show(null), CONSTANTS.loadingBarHideMs);
    },
    stop() {
      endLoad();
      clearTimeout(hiding);
    },
  };
}
