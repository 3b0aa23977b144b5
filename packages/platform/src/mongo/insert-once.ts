import type { mongo } from 'mongoose';

/**
 * Inserts a document unless its `_id` exists; of concurrent inserts, one wins. Returns the existing document, or
 * undefined if this one was inserted. After an error it returns the document it finds, which may be this one, because
 * the answer to a successful write may be lost.
 *
 * @throws the insert's error if no document exists.
 */
export async function insertOnce<Doc extends { _id: string }>(
  collection: Pick<mongo.Collection<Doc>, 'insertOne' | 'findOne'>,
  doc: mongo.OptionalUnlessRequiredId<Doc> & { _id: string },
  options?: mongo.InsertOneOptions,
): Promise<mongo.WithId<Doc> | undefined> {
  try {
    await collection.insertOne(doc, options);
    return undefined;
  } catch (error) {
    const existing = await collection.findOne({ _id: doc._id } as mongo.Filter<Doc>);
    if (!existing) throw error;
    return existing;
  }
}
