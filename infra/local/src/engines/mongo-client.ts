import { mongo } from 'mongoose';

/** Runs `work` with a short-lived connection. Throws when nothing answers within `timeoutMs`. */
export async function withMongo<T>(
  url: string,
  work: (admin: mongo.Admin) => Promise<T>,
  { timeoutMs = 1000, direct = true } = {},
): Promise<T> {
  const client = new mongo.MongoClient(url, {
    serverSelectionTimeoutMS: timeoutMs,
    connectTimeoutMS: timeoutMs,
    ...(direct && { directConnection: true }),
  });
  try {
    return await work(client.db('admin').admin());
  } finally {
    await client.close();
  }
}

/** Deletes a whole database. */
export async function dropDatabase(url: string, database: string): Promise<void> {
  const client = new mongo.MongoClient(url, { directConnection: true });
  try {
    await client.db(database).dropDatabase();
  } finally {
    await client.close();
  }
}

/** True if a MongoDB answers at `url` now. */
export function answersMongo(url: string): Promise<boolean> {
  return withMongo(url, async (admin) => (await admin.ping())['ok'] === 1);
}
