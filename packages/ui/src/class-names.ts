/** What may stand where a class name is expected: everything falsy is left out. */
type Part = string | false | null | undefined | 0 | 0n;

/** Joins class names. Order is kept, nothing is merged. */
export function classNames(...parts: Part[]): string {
  return parts.filter(Boolean).join(' ');
}
