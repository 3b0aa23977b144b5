import type { mongo } from 'mongoose';
import { insertOnce } from './insert-once.ts';

/** The number of tries, or of other acts, within a span of time. */
export interface CounterDoc {
  _id: string;
  count: number;
  /** The end of the span. A date, because the TTL index needs one. */
  forgetAt: Date;
}

/**
 * Adds one to a counter, in one conditional write; false if it is full. A span of `forMs` milliseconds begins with the
 * first one, and again with the first one after its end.
 */
export async function countUpTo(
  counters: mongo.Collection<CounterDoc>,
  _id: string,
  { most, forMs, now }: { most: number; forMs: number; now: number },
): Promise<boolean> {
  const first = { count: 1, forgetAt: new Date(now + forMs) };
  const existing = await insertOnce(counters, { _id, ...first });
  if (!existing) return true;
  if (existing.forgetAt.getTime() <= now) {
    const renewed = await counters.updateOne({ _id, forgetAt: existing.forgetAt }, { $set: first });
    if (renewed.modifiedCount === 1) return true;
  }
  const counted = await counters.updateOne({ _id, count: { $lt: most } }, { $inc: { count: 1 } });
  return counted.modifiedCount === 1;
}
