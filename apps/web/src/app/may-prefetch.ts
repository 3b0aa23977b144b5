/** What a browser tells of its connection, where it does. */
interface Connection {
  effectiveType?: string;
  saveData?: boolean;
}

/** Whether a page may be fetched before it is asked for: not on 2g, and not while data is saved (S9-060, S9-061). */
export function mayPrefetch(
  connection: Connection | undefined = (navigator as { connection?: Connection }).connection,
): boolean {
  return !connection?.saveData && !connection?.effectiveType?.endsWith('2g');
}
