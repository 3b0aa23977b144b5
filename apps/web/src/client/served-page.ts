/** True until the app has taken the place of a served page: what it shows must then be there at once. */
export const isServedPage = () => isServed;

let isServed = Boolean(globalThis.document?.getElementById('root')?.hasChildNodes());

const NOTHING: ReadonlyMap<string, string> = new Map();
let typed = NOTHING;

/** The text that a visitor typed into the served field of this name; empty without one. */
export const typedBefore = (name: string): string => typed.get(name) ?? '';

/** Puts the app in the place of the served page with `replace`; its fields start with what was typed meanwhile. */
export function replaceServed(texts: ReadonlyMap<string, string>, replace: () => void): void {
  typed = texts;
  replace();
  typed = NOTHING;
  isServed = false;
}
