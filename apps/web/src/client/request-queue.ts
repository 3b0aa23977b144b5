import { ApiError, actingAs } from './api.ts';

/**
 * Requests whose order matters: each is made once those before it were answered, well or not, and not at all when who
 * wanted it is signed out by then.
 */
export interface RequestQueue {
  enqueue<T>(ask: () => Promise<T>): Promise<T>;
  /** Once every request taken so far was answered. */
  drained(): Promise<unknown>;
}

/** A row of its own, in which nothing waits yet. */
export function createRequestQueue(): RequestQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    enqueue(ask) {
      const by = actingAs();
      const answered = last.then(() => {
        if (actingAs() !== by) throw new ApiError(403, { code: 'ANOTHER_MEMBER' });
        return ask();
      });
      last = answered.catch(() => undefined);
      return answered;
    },
    drained: () => last,
  };
}
