import { ApiError, actingAs } from './api.ts';

/**
 * Requests whose order matters. Each is sent once the earlier ones were answered or failed. It is dropped when its
 * member signed out meanwhile.
 */
export interface RequestQueue {
  enqueue<T>(ask: () => Promise<T>): Promise<T>;
  /** Resolves once every request added so far was answered. */
  drained(): Promise<unknown>;
}

/** A new, empty queue. */
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
