/**
 * Does something in one tab of this browser only. The lock passes to another tab when this one closes, is killed, or
 * `signal` ends it; a browser without locks has every tab lead, which costs repeated sends under the same key.
 */
export async function lead(name: string, signal: AbortSignal, run: () => void): Promise<void> {
  const untilEnded = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
      run();
    });
  if (!('locks' in navigator)) return untilEnded();
  try {
    await navigator.locks.request(name, { signal }, untilEnded);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
