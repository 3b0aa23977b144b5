/** A class name, or any falsy value, which is left out. */
type Part = string | false | null | undefined | 0 | 0n;

/** Joins class names in order, without merging. */
export function classNames(...parts: Part[]): string {
  return parts.filter(Boolean).join(' ');
}
