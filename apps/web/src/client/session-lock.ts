/** Held by the tabs of this browser that end its session, or by one that begins another: both change the one cookie. */
const NAME = 'session';

/**
 * Ends the session while no tab begins another; waits for one that does. `signal` is aborted, and the answer an error,
 * when a tab begins one meanwhile. A browser without locks (a page without TLS) waits for nobody.
 */
export async function whileNobodySignsIn<T>(end: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const broken = new AbortController();
  if (!navigator.locks) return end(broken.signal);
  try {
    return await navigator.locks.request(NAME, { mode: 'shared' }, () => end(broken.signal));
  } catch (error) {
    broken.abort();
    throw error;
  }
}

/** Begins a session, and breaks off what ends the one before in any tab of this browser. */
export async function breakingOff<T>(begin: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined;
  const once = () => (begun ??= begin());
  // Two tabs that begin one take it from each other, and a page on its way out is refused it: what was asked goes on.
  await navigator.locks?.request(NAME, { steal: true }, once).catch(() => undefined);
  return once();
}
