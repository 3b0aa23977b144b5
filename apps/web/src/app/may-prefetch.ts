/** The browser's information about its connection, if it gives any. */
interface Connection {
  effectiveType?: string;
  saveData?: boolean;
}

/** True when a page may be prefetched: not on 2g, and not in data-saving mode (S9-060, S9-061). */
export function mayPrefetch(
  connection: Connection | undefined = (navigator as { connection?: Connection }).connection,
): boolean {
  return !connection?.saveData && !connection?.effectiveType?.endsWith('2g');
}
