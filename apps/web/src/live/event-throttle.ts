/** Minimum time between two renders: ten a second in a busy conversation. */
const BETWEEN_RENDERS_MS = 100;
/** Maximum wait while the user scrolls, which needs every frame. */
const SCROLLING_MS = 1_000;
/** The scroll is over when nothing moved for this long. */
const STILL_MS = 150;
const SCROLL_INPUTS = ['wheel', 'touchmove'] as const;

/**
 * Passes events on at once, and those that follow quickly in groups: once every 100 ms, or once a second while the
 * member scrolls. A hidden page renders nothing, so there nothing waits: its timers are late by up to a minute.
 */
export function createEventThrottle<Event>(handle: (events: readonly Event[]) => void): {
  add(event: Event): void;
  /** Drops waiting events. */
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

/** True while the user scrolls, or the scroll has momentum. Scrolling by the page itself does not count. */
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
