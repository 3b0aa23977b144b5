import { isOutage } from './outage.ts';

/**
 * Does something for each of many, one after the other; one that fails does not keep the others from theirs. Rejects
 * with all that failed once every one was tried, and at once where a part we depend on is away: it would fail for all.
 */
export async function eachAlone<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const attempts = new Attempts();
  for await (const item of items) await attempts.make(() => work(item));
  attempts.end();
}

/** What {@link eachAlone} does, for who has to know what failed before the end. */
export class Attempts {
  private readonly failures: unknown[] = [];

  /** Whether it went well. Rejects where a part we depend on is away. */
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

  /** Throws all that failed, if anything did. */
  end(): void {
    const { failures } = this;
    if (failures.length === 0) return;
    throw new AggregateError(failures, `${failures.length} failed: ${failures.map(String).join('; ')}`);
  }
}
