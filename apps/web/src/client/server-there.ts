/** A line that swallows everything says nothing: after this long nobody is there. */
const TIMEOUT_MS = 5_000;

/**
 * Whether the server answers now. What `navigator.onLine` calls a network may lead nowhere: in a tunnel, or behind the
 * door of a hotel.
 */
export async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
