import { mongo } from 'mongoose';

/** Limits of a short-lived connection. `direct` talks to this server alone, not to its whole replica set. */
interface ClientOptions {
  timeoutMs?: number;
  direct?: boolean;
}

async function withClient<T>(
  url: string,
  work: (client: mongo.MongoClient) => Promise<T>,
  { timeoutMs = 1000, direct = true }: ClientOptions,
): Promise<T> {
  const client = new mongo.MongoClient(url, {
    serverSelectionTimeoutMS: timeoutMs,
    connectTimeoutMS: timeoutMs,
    ...(direct && { directConnection: true }),
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Runs `work` with a short-lived connection. Throws when nothing answers within `timeoutMs`. */
export function withMongo<T>(
  url: string,
  work: (admin: mongo.Admin) => Promise<T>,
  options: ClientOptions = {},
): Promise<T> {
  return withClient(url, (client) => work(client.db('admin').admin()), options);
}

/** Deletes a whole database. */
export async function dropDatabase(url: string, database: string): Promise<void> {
  await withClient(url, (client) => client.db(database).dropDatabase(), { timeoutMs: 30_000 });
}

/** True if a MongoDB answers at `url` now. */
export function answersMongo(url: string): Promise<boolean> {
  return withMongo(url, async (admin) => (await admin.ping())['ok'] === 1);
}
