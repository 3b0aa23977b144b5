/** So long after what came last, what comes next waits: as a conversation in full flow is drawn ten times a second. */
const BETWEEN_RENDERS_MS = 100;
/** So long at most while a hand scrolls, which needs every frame for itself. */
const SCROLLING_MS = 1_000;
/** Nothing moved for so long: the hand rests. */
const STILL_MS = 150;
const SCROLL_INPUTS = ['wheel', 'touchmove'] as const;

/**
 * Lets events through at once, and those that follow quickly together: one a tenth of a second, or a hundred, are drawn
 * as often; once a second while the member scrolls. On a page that nobody sees nothing is drawn and nothing waits, since
 * timers there are late by up to a minute.
 */
export function createEventThrottle<Event>(handle: (events: readonly Event[]) => void): {
  add(event: Event): void;
  /** Drops what waits. */
  stop(): void;
} {
  let waiting: Event[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let handledAt = Number.NEGATIVE_INFINITY;
  const input = watchScrollInput();

  function letThrough(): void {
    clearTimeout(timer);
    timer = undefined;
    const events = waiting;
    waiting = [];
    handledAt = performance.now();
    handle(events);
  }

  function look(): void {
    const past = performance.now() - handledAt;
    const isTime = document.hidden || past >= (input.isScrolling() ? SCROLLING_MS : BETWEEN_RENDERS_MS);
    if (isTime) letThrough();
    else timer = setTimeout(look, past < BETWEEN_RENDERS_MS ? BETWEEN_RENDERS_MS - past : STILL_MS);
  }

  return {
    add(event) {
      waiting.push(event);
      if (document.hidden || !timer) look();
    },
    stop() {
      clearTimeout(timer);
      waiting = [];
      input.stop();
    },
  };
}

/** Whether a hand scrolls something on the page, or it glides on after one. What the page scrolls by itself is neither. */
function watchScrollInput(): { isScrolling(): boolean; stop(): void } {
  const leaving = new AbortController();
  let movedAt = Number.NEGATIVE_INFINITY;
  const isScrolling = () => performance.now() - movedAt < STILL_MS;
  const note = () => {
    movedAt = performance.now();
  };
  const options = { passive: true, capture: true, signal: leaving.signal };
  for (const name of SCROLL_INPUTS) document.addEventListener(name, note, options);
  document.addEventListener('scroll', () => isScrolling() && note(), options);
  return { isScrolling, stop: () => leaving.abort() };
}
