import { openOverlays } from '@heartline/ui';

/** Marks the entry above a page that stands for what covers it. */
const STEP = 'overlay';
/** A closing overlay may make room for another, or for another page, within this time (ms): the entry then serves that. */
const SETTLE_MS = 20;
/** A traversal of ours that the browser dropped must not keep the router waiting longer than this (ms). */
const LONGEST_TRAVERSAL_MS = 5_000;

type State = Record<string, unknown> | null;
type Write = [entry: State, unused: string, href?: string];

const state = () => history.state as State;
const isStep = () => state()?.[STEP] === true;
/** The router names each of its entries; a step has the name of its page. */
const keyOf = (entry: State) => entry?.['__TSR_key'];

/**
 * Keeps one history entry above the page while anything covers it, so that Back closes the topmost overlay
 * (infra/decisions/043):
 *
 *     page ──opens──▶ page, step ──Back──▶ page; another one is open still, or refused: forward to the step
 *                         ├──closed by a button──▶ page (back by ourselves)
 *                         └──a link inside──▶ page, next (it takes the place of the step)
 */
class OverlayHistory {
  /** Whether the current entry is a step. After a reload nothing is open any more, and it is left at once. */
  #onStep = isStep();
  /** The page of the router, by its key. */
  #page = keyOf(state());
  /** What the page's own entry is to say once it is current again: the router replaced it while a step stood above. */
  #replaced: { key: unknown; write: Write } | undefined;
  /** What waits while a traversal of ours is on its way; undefined while none is. */
  #waiting: (() => void)[] | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #overdue: ReturnType<typeof setTimeout> | undefined;
  notifyRouter: ((event: Event) => void) | undefined;

  constructor() {
    addEventListener('popstate', (event) => this.#popped(event));
    // A traversal would break off the way to another site: Back steps over the entry that is left.
    addEventListener('beforeunload', () => clearTimeout(this.#settling));
    openOverlays.subscribe(() => this.#settle());
    this.#settle();
  }

  /** Does this once no traversal of ours is on its way, which would lead away from where it leads. */
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

  /** Whether the entry is of the page the router shows. One that the router replaced meanwhile says so from now on. */
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

  /** What is open belongs to the page before, and closes with it. */
  #goneElsewhere(event: Event): void {
    this.#page = keyOf(state());
    this.#replaced = undefined;
    this.notifyRouter?.(event);
    this.#arrive();
  }

  #goneBack(): void {
    if (openOverlays.count() === 0) {
      // Closed a moment ago: Back was meant for the page.
      history.back();
      return;
    }
    openOverlays.closeTop();
    clearTimeout(this.#settling);
    // What Back asked to close may have refused, or asked first, or another one is below it.
    this.#settling = setTimeout(() => {
      if (!this.#onStep && !this.#waiting && openOverlays.count() > 0) this.#traverse(1);
    }, SETTLE_MS);
  }

  /** The step of something closed: Forward passes over it, or does nothing where nothing is behind it. */
  #goneForward(): void {
    const { navigation } = globalThis as { navigation?: { canGoForward: boolean } };
    if (openOverlays.count() === 0) this.#traverse(navigation?.canGoForward ? 1 : -1);
  }

  #traverse(by: -1 | 1): void {
    this.#waiting = [];
    this.#overdue = setTimeout(() => this.#settleAnew(), LONGEST_TRAVERSAL_MS);
    history.go(by);
  }

  /** The traversal of ours is over: what waited for it goes on. */
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

  /** Makes the history say what is on the screen. */
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

/** Begins to keep overlays in the history. Returns what the router takes for its window: its history has no steps. */
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
