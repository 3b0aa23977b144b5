/** So long after what came last, what comes next waits: as a conversation in full flow is drawn ten times a second. */
const REST_MS = 100;

/**
 * Lets events through at once, and those that follow quickly together: one a tenth of a second, or a hundred, are drawn
 * as often. On a page that nobody sees nothing is drawn and nothing waits, since timers there are late by up to a minute.
 */
export function createPace<Event>(handle: (events: readonly Event[]) => void): {
  add(event: Event): void;
  /** Drops what waits. */
  stop(): void;
} {
  let waiting: Event[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let handledAt = Number.NEGATIVE_INFINITY;

  function letThrough(): void {
    clearTimeout(timer);
    timer = undefined;
    const events = waiting;
    waiting = [];
    handledAt = performance.now();
    handle(events);
  }

  return {
    add(event) {
      waiting.push(event);
      const restMs = document.hidden ? 0 : handledAt + REST_MS - performance.now();
      if (restMs <= 0) letThrough();
      else timer ??= setTimeout(letThrough, restMs);
    },
    stop() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
