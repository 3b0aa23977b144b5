import { isOutage } from '@heartline/platform';

/**
 * Runs the parts of one pass one after the other, also after failures: an outage of one says nothing about
 * the others. In the end rejects with all failures, as an outage if one of them was one.
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
