/** Work that must reach the server while the member is signed in. Features register it; the log-out waits for it. */
const works = new Set<() => Promise<unknown>>();

/** Registers work to finish before a log-out. Returns the unsubscribe function. */
export function beforeLogOut(finish: () => Promise<unknown>): () => void {
  works.add(finish);
  return () => works.delete(finish);
}

/** Runs all registered work. Failures are ignored. */
export async function finishBeforeLogOut(): Promise<void> {
  await Promise.allSettled([...works].map((finish) => finish()));
}
