import { isOutage } from './outage.ts';

/**
 * Runs an action for each item in turn; a failed item does not stop the others. Rejects with all failures at the end.
 * Rejects at once when a dependency is unavailable, because every further item would fail too.
 */
export async function eachAlone<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const attempts = new Attempts();
  for await (const item of items) await attempts.make(() => work(item));
  attempts.end();
}

/** Like {@link eachAlone}, for callers that need each outcome before the end. */
export class Attempts {
  private readonly failures: unknown[] = [];

  /** True on success. Rejects when a dependency is unavailable. */
  async make(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (isOutage(error)) throw error;
      this.failures.push(error);
      return false;
    }
  }

  /** Throws all failures, if any. */
  end(): void {
    const { failures } = this;
    if (failures.length === 0) return;
    throw new AggregateError(failures, `${failures.length} failed: ${failures.map(String).join('; ')}`);
  }
}
