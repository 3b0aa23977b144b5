import type { mongo } from 'mongoose';

/**
 * Removes the document with this `_id` and returns it, or undefined if it does not exist. Of concurrent calls, one gets
 * it.
 *
 * All removals in this project use `deleteMany`, never `deleteOne` or `findOneAndDelete`:
 *
 * - During a concurrent update, those two remove nothing on FerretDB (PostgreSQL with DocumentDB), report that,
 *   and the document stays.
 * - `deleteMany` waits for the update and checks again, also with further conditions.
 */
export async function takeOut<Doc extends { _id: string }>(
  collection: mongo.Collection<Doc>,
  which: mongo.Filter<Doc> & { _id: string },
): Promise<mongo.WithId<Doc> | undefined> {
  const found = await collection.findOne(which);
  if (!found) return undefined;
  return (await collection.deleteMany(which)).deletedCount === 1 ? found : undefined;
}
