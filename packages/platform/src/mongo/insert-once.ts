import type { mongo } from 'mongoose';

/**
 * Inserts a document unless one stands under its `_id`: of many at once one is first. Answers the one that stands, or
 * nothing where it is this one. After an error the engine is asked, since an answer may be lost behind a write that was
 * made: then the one that stands may be this one too.
 *
 * @throws what the insert threw, where nothing stands.
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
