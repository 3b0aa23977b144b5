/** Text and focus that a visitor left in the served page, until the app has taken its place. */
interface Found {
  typed: ReadonlyMap<string, string>;
  /** Finds the focused element again; undefined when nothing had the focus. */
  focused: string | undefined;
  selection: readonly [number | null, number | null] | undefined;
}

let found: Found | undefined;

/** True until the app has taken the place of a served page: what it shows must then be there at once. */
export const isServedPage = () => isServed;

let isServed = Boolean(globalThis.document?.getElementById('root')?.hasChildNodes());

/** The text that a visitor typed into the served field of this name; empty without one. */
export const typedBefore = (name: string): string => found?.typed.get(name) ?? '';

/**
 * Puts the app in the place of the served page with `replace`, in one task: nothing is painted between. Text typed
 * meanwhile, focus, selection and scroll position stay.
 */
export function takeOver(root: HTMLElement, replace: () => void): void {
  found = look(root);
  const { scrollX, scrollY } = window;
  replace();
  const { focused, selection } = found;
  found = undefined;
  isServed = false;
  if (focused !== undefined) restoreFocus(root, focused, selection);
  window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
}

function look(root: HTMLElement): Found {
  const fields = [...root.querySelectorAll<HTMLInputElement>('input[name]')];
  const active = document.activeElement;
  const isText = active instanceof HTMLInputElement;
  return {
    typed: new Map(fields.map(({ name, value }) => [name, value])),
    focused: active && active !== document.body && root.contains(active) ? selectorOf(active) : undefined,
    selection: isText ? selectionOf(active) : undefined,
  };
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
