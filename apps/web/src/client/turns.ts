/** Requests whose order matters: each is made once those before it were answered, well or not. */
export interface Turns {
  take<T>(ask: () => Promise<T>): Promise<T>;
  /** Once every request taken so far was answered. */
  over(): Promise<unknown>;
}

/** A row of its own, in which nothing waits yet. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(ask) {
      const answered = last.then(ask);
      last = answered.catch(() => undefined);
      return answered;
    },
    over: () => last,
  };
}
