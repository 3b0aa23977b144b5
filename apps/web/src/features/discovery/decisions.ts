let last: Promise<unknown> = Promise.resolve();

/**
 * Tells the server of a decision once it has heard of those before: a pass that overtook its own undo would stay, and
 * somebody would be gone whom the member took back.
 */
export function decideInTurn<T>(tell: () => Promise<T>): Promise<T> {
  const told = last.then(tell);
  last = told.catch(() => undefined);
  return told;
}

/** Once the server has heard of every decision made so far: who is asked for then is nobody decided on. */
export const allDecided = (): Promise<unknown> => last;
