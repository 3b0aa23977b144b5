import { isOutage } from '@heartline/platform';

/**
 * Does the parts of one pass, one after the other, each whatever became of those before it: what one of them cannot
 * reach, or waits too long for, says nothing of the others. Rejects with all that failed in the end, as an outage where
 * one of them was.
 */
export async function everyPart(parts: Iterable<() => Promise<unknown>>): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) {
    try {
      await part();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === 0) return;
  const reported = `${failures.length} failed: ${failures.map(String).join('; ')}`;
  throw new AggregateError(failures, reported, { cause: failures.find(isOutage) });
}
