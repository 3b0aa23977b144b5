import { isOutage } from './outage.ts';

/**
 * Does something for each of many, one after the other; one that fails does not keep the others from theirs. Rejects
 * with all that failed once every one was tried, and at once where a part we depend on is away: it would fail for all.
 */
export async function eachAlone<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (isOutage(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} failed: ${failures.map(String).join('; ')}`);
  }
}
