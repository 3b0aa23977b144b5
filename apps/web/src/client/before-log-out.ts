/** What must reach the server while the member is signed in; features know, who logs out waits for it. */
const works = new Set<() => Promise<unknown>>();

/** Says what is to be finished before a log-out, from now on. Returns how to stop. */
export function beforeLogOut(finish: () => Promise<unknown>): () => void {
  works.add(finish);
  return () => works.delete(finish);
}

/** Finishes all of it; what fails is given up. */
export async function finishBeforeLogOut(): Promise<void> {
  await Promise.allSettled([...works].map((finish) => finish()));
}
