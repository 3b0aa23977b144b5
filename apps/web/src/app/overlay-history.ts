import { openOverlays } from '@heartline/ui';

/** Marks the history entry of an overlay above its page. */
const STEP = 'overlay';
/**
 * A closing overlay may be followed by another overlay, or a page, within this time (ms). That one then uses the entry.
 */
const SETTLE_MS = 20;
/** A traversal that the browser dropped must not keep the router waiting longer than this (ms). */
const LONGEST_TRAVERSAL_MS = 5_000;

type State = Record<string, unknown> | null;
type Write = [entry: State, unused: string, href?: string];

const state = () => history.state as State;
const isStep = () => state()?.[STEP] === true;
/** The router gives each of its entries a key; a step has the key of its page. */
const keyOf = (entry: State) => entry?.['__TSR_key'];

/**
 * Keeps one history entry, the step, above the page while an overlay is open, so that Back closes the topmost overlay
 * (infra/decisions/043):
 *
 *   page ──opens──▶ page, step ──Back──▶ page; another overlay is open, or closing was refused: forward to the step
 *                       ├──closed by a button──▶ page (we go back)
 *                       └──a link inside──▶ page, next (replaces the step)
 */
class OverlayHistory {
  /** True when the current entry is a step. After a reload no overlay is open, so the step is left at once. */
  #onStep = isStep();
  /** The key of the router's page. */
  #page = keyOf(state());
  /** The state that the page's own entry needs once it is current: the router replaced it while a step was above it. */
  #replaced: { key: unknown; write: Write } | undefined;
  /** Functions that wait for our running traversal; undefined when none runs. */
  #waiting: (() => void)[] | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #overdue: ReturnType<typeof setTimeout> | undefined;
  notifyRouter: ((event: Event) => void) | undefined;

  constructor() {
    addEventListener('popstate', (event) => this.#popped(event));
    // A traversal would cancel the navigation to another site. Back then passes over the remaining step.
    addEventListener('beforeunload', () => clearTimeout(this.#settling));
    openOverlays.subscribe(() => this.#settle());
    this.#settle();
  }

  /** Runs this once none of our traversals is running: a traversal would lead away from its target. */
  whenStill(go: () => void): void {
    if (this.#waiting) this.#waiting.push(go);
    else go();
  }

  push(...write: Write): void {
    if (this.#onStep) history.replaceState(...write);
    else history.pushState(...write);
    this.#onStep = false;
    this.#replaced = undefined;
    this.#page = keyOf(write[0]);
  }

  replace(...write: Write): void {
    const [entry, unused, href] = write;
    if (this.#onStep) {
      this.#replaced = { key: this.#replaced?.key ?? this.#page, write };
      history.replaceState({ ...entry, [STEP]: true }, unused, href);
    } else history.replaceState(...write);
    this.#page = keyOf(entry);
  }

  #popped(event: Event): void {
    const wasOnStep = this.#onStep;
    this.#onStep = isStep();
    if (!this.#isSamePage()) this.#goneElsewhere(event);
    else if (this.#waiting) this.#settleAnew();
    else if (wasOnStep && !this.#onStep) this.#goneBack();
    else if (this.#onStep && !wasOnStep) this.#goneForward();
  }

  /** True when the entry belongs to the page the router shows. Applies a state that the router replaced meanwhile. */
  #isSamePage(): boolean {
    const key = keyOf(state());
    if (key === this.#page) return true;
    if (!this.#replaced || key !== this.#replaced.key) return false;
    if (!this.#onStep) {
      history.replaceState(...this.#replaced.write);
      this.#replaced = undefined;
    }
    return true;
  }

  /** An open overlay belongs to the previous page, and closes with it. */
  #goneElsewhere(event: Event): void {
    this.#page = keyOf(state());
    this.#replaced = undefined;
    this.notifyRouter?.(event);
    this.#arrive();
  }

  #goneBack(): void {
    if (openOverlays.count() === 0) {
      // The overlay closed a moment ago: Back was meant for the page.
      history.back();
      return;
    }
    openOverlays.closeTop();
    clearTimeout(this.#settling);
    // The overlay may have refused to close, may ask first, or may cover another one.
    this.#settling = setTimeout(() => {
      if (!this.#onStep && !this.#waiting && openOverlays.count() > 0) this.#traverse(1);
    }, SETTLE_MS);
  }

  /** The step of a closed overlay: Forward passes over it, or does nothing when nothing follows it. */
  #goneForward(): void {
    const { navigation } = globalThis as { navigation?: { canGoForward: boolean } };
    if (openOverlays.count() === 0) this.#traverse(navigation?.canGoForward ? 1 : -1);
  }

  #traverse(by: -1 | 1): void {
    this.#waiting = [];
    this.#overdue = setTimeout(() => this.#settleAnew(), LONGEST_TRAVERSAL_MS);
    history.go(by);
  }

  /** Our traversal is over: run what waited for it. */
  #arrive(): void {
    clearTimeout(this.#overdue);
    const due = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const go of due) go();
  }

  #settleAnew(): void {
    this.#arrive();
    this.#settle();
  }

  /** Brings the history in line with the screen. */
  #settle(): void {
    clearTimeout(this.#settling);
    if (this.#waiting || this.#onStep === openOverlays.count() > 0) return;
    if (this.#onStep) {
      this.#settling = setTimeout(() => {
        if (this.#onStep && !this.#waiting && openOverlays.count() === 0) this.#traverse(-1);
      }, SETTLE_MS);
    } else {
      history.pushState({ ...state(), [STEP]: true }, '');
      this.#onStep = true;
    }
  }
}

/** Starts to keep overlays in the history. Returns the window object for the router: its history has no steps. */
export function keepOverlaysInHistory() {
  const steps = new OverlayHistory();
  return {
    document,
    location,
    history: {
      get state() {
        return state();
      },
      get length() {
        return history.length;
      },
      pushState: (...write: Write) => steps.whenStill(() => steps.push(...write)),
      replaceState: (...write: Write) => steps.whenStill(() => steps.replace(...write)),
      back: () => steps.whenStill(() => history.back()),
      forward: () => steps.whenStill(() => history.forward()),
      go: (by: number) => steps.whenStill(() => history.go(by)),
    },
    addEventListener(type: string, listener: (event: Event) => void, options?: AddEventListenerOptions) {
      if (type === 'popstate') steps.notifyRouter = listener;
      else addEventListener(type, listener, options);
    },
    removeEventListener(type: string, listener: (event: Event) => void, options?: EventListenerOptions) {
      removeEventListener(type, listener, options);
    },
  };
}
