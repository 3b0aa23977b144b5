import { isUnanswered } from './api.ts';
import { queryClient } from './query.ts';
import { replaceServed } from './served-page.ts';

/** Text and focus that a visitor left in the served page, until the app has taken its place. */
interface Found {
  typed: ReadonlyMap<string, string>;
  /** The places of opened parts among all of their kind. */
  opened: readonly number[];
  /** The options that a visitor changed, by the place of their field among all of its kind. */
  chosen: readonly (readonly [place: number, value: string])[];
  /** Finds the focused element again; undefined when nothing had the focus. */
  focused: string | undefined;
  selection: readonly [number | null, number | null] | undefined;
}

/** Pause between two tries to get what the page needs, and their number (ms). */
const AGAIN_MS = 5_000;
const MOST_TRIES = 12;

/**
 * Waits for what the app needs to draw the served page whole. On a network that fails, the served page stays: a reader
 * keeps the text instead of an error. After a minute the app takes over nevertheless.
 */
export async function untilReached(prepare: () => Promise<unknown>): Promise<void> {
  await prepare();
  for (
    let tried = 0;
    tried < MOST_TRIES && queryClient.getQueryCache().findAll(UNREACHED).length > 0;
    tried += 1
  ) {
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true });
      setTimeout(resolve, AGAIN_MS);
    });
    await queryClient.refetchQueries(UNREACHED);
  }
}

const UNREACHED: NonNullable<Parameters<typeof queryClient.refetchQueries>[0]> = {
  type: 'all',
  predicate: ({ state }) => state.status === 'error' && isUnanswered(state.error),
};

/**
 * Puts the app in the place of the served page with `replace`, in one task: nothing is painted between. Text typed,
 * options chosen and parts opened meanwhile, focus, selection and scroll position stay.
 */
export function takeOver(root: HTMLElement, replace: () => void): void {
  const { typed, opened, chosen, focused, selection } = look(root);
  const { scrollX, scrollY } = window;
  replaceServed(typed, replace);
  for (const place of opened) root.querySelectorAll('details')[place]?.setAttribute('open', '');
  for (const [place, value] of chosen) choose(root.querySelectorAll('select')[place], value);
  if (focused !== undefined) restoreFocus(root, focused, selection);
  window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
}

function look(root: HTMLElement): Found {
  const fields = [...root.querySelectorAll<HTMLInputElement>('input[name]')];
  const active = document.activeElement;
  const isText = active instanceof HTMLInputElement;
  return {
    typed: new Map(fields.map(({ name, value }) => [name, value])),
    opened: [...root.querySelectorAll('details')].flatMap(({ open }, place) => (open ? [place] : [])),
    chosen: [...root.querySelectorAll('select')].flatMap((select, place) =>
      [...select.options].some((one) => one.selected !== one.defaultSelected)
        ? [[place, select.value] as const]
        : [],
    ),
    focused: active && active !== document.body && root.contains(active) ? selectorOf(active) : undefined,
    selection: isText ? selectionOf(active) : undefined,
  };
}

/** Chooses an option as a person would, so that the app acts on it. */
function choose(field: HTMLSelectElement | undefined, value: string): void {
  if (!field || field.value === value) return;
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** E-mail fields have no selection; reading it is allowed and gives null. */
const selectionOf = (field: HTMLInputElement) => [field.selectionStart, field.selectionEnd] as const;

/** The same control in both pages: by its name, its target or its label. */
function selectorOf(element: Element): string {
  const tag = element.localName;
  for (const attribute of ['name', 'href', 'aria-label', 'type']) {
    const value = element.getAttribute(attribute);
    if (value !== null) return `${tag}[${attribute}="${CSS.escape(value)}"]`;
  }
  return element.id ? `#${CSS.escape(element.id)}` : tag;
}

function restoreFocus(root: HTMLElement, selector: string, selection: Found['selection']): void {
  const element = root.querySelector<HTMLElement>(selector);
  element?.focus({ preventScroll: true });
  if (element instanceof HTMLInputElement && selection?.[0] !== null && selection)
    element.setSelectionRange(selection[0], selection[1]);
}
