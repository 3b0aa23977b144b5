import type { mongo } from 'mongoose';

/**
 * Removes the document of this `_id` and answers it as it was; nothing where there is none, or somebody else removed it
 * first. Of many at once one has it.
 *
 * Never by `deleteOne` or `findOneAndDelete`: where the document is updated in the same moment, PostgreSQL under DocumentDB
 * removes nothing then and says so, and the document stays. `deleteMany` waits for the update and looks again, also with
 * further conditions; so all of the house removes by that.
 */
export async function takeOut<Doc extends { _id: string }>(
  collection: mongo.Collection<Doc>,
  which: mongo.Filter<Doc> & { _id: string },
): Promise<mongo.WithId<Doc> | undefined> {
  const found = await collection.findOne(which);
  if (!found) return undefined;
  return (await collection.deleteMany(which)).deletedCount === 1 ? found : undefined;
}
