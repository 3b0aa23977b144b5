import mongoose, { type Connection } from 'mongoose';
import { FailFastConnection } from './fail-fast-connection.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';

mongoose.set('strictQuery', 'throw');
mongoose.set('sanitizeFilter', true);

export interface Mongo {
  connection: Connection;
  /** The group commit of a collection, one for each process. */
  groupCommit<Doc extends { _id: string }>(collection: string): GroupCommit<Doc>;
  /** Milliseconds by which the database's clock is ahead of ours. Rejects when the database does not answer. */
  clockAheadMs(now: () => number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Connects to MongoDB, or to a server with its protocol. Commands fail within `deadlineMs` (default 4,500), so a caller
 * can answer 503 in 5 s. Indexes are made by `migrate` only.
 */
export async function connectMongo(options: {
  url: string;
  database?: string;
  poolSize?: number;
  deadlineMs?: number;
  /** Most inserts in one bulk; 1 means one write per call. */
  bulk?: number;
}): Promise<Mongo> {
  const { deadlineMs = 4_500, poolSize = 12, bulk = 100 } = options;
  // With single writes, as many are in flight as there are connections.
  const grouping = { maxBatch: bulk, inFlight: bulk === 1 ? poolSize : 2, deadlineMs };
  const connection = mongoose.createConnection(options.url, {
    ...(options.database ? { dbName: options.database } : {}),
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    maxPoolSize: poolSize,
    serverSelectionTimeoutMS: deadlineMs,
    connectTimeoutMS: deadlineMs,
    socketTimeoutMS: deadlineMs * 2,
    readPreference: 'primary',
    // An internal option of the driver, missing in its types.
    ...({ connectionType: FailFastConnection } as object),
  });
  await connection.asPromise();
  const commits = new Map<string, GroupCommit<{ _id: string }>>();
  return {
    connection,
    groupCommit(name: string) {
      let commit = commits.get(name);
      if (!commit) {
        commit = createGroupCommit(connection.collection<{ _id: string }>(name), grouping);
        commits.set(name, commit);
      }
      return commit;
    },
    async clockAheadMs(now) {
      const before = now();
      const hello = await connection.db?.admin().command({ hello: 1 });
      const after = now();
      const engine = hello?.localTime instanceof Date ? hello.localTime.getTime() : (before + after) / 2;
      return engine - (before + after) / 2;
    },
    close: () => connection.close(),
  };
}
