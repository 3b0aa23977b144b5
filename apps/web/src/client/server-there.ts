/** Timeout: a dead connection gives no error. */
const TIMEOUT_MS = 5_000;

/**
 * True when the server answers now. `navigator.onLine` is true for networks without internet too: in a tunnel, or
 * behind the login page of a hotel.
 */
export async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
