import mongoose, { type Connection } from 'mongoose';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { SureConnection } from './sure-connection.ts';

mongoose.set('strictQuery', 'throw');
mongoose.set('sanitizeFilter', true);

export interface Mongo {
  connection: Connection;
  /** The one group commit of a collection in this process. */
  groupCommit<Doc extends { _id: string }>(collection: string): GroupCommit<Doc>;
  /** Milliseconds the engine's clock is ahead of ours; rejects when the engine does not answer. */
  clockAheadMs(now: () => number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Connects to MongoDB, or a server that speaks its protocol. Commands fail within `deadlineMs` (default 4,500), so a
 * caller can answer 503 in 5 s. Indexes are made by `migrate`, never on the fly.
 */
export async function connectMongo(options: {
  url: string;
  database?: string;
  poolSize?: number;
  deadlineMs?: number;
  /** Inserts that share one bulk at most; 1 is one write per call. */
  bulk?: number;
}): Promise<Mongo> {
  const { deadlineMs = 4_500, poolSize = 12, bulk = 100 } = options;
  // Without bulks every call travels by itself, as many at once as there are connections.
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
    // Internal to the driver, so not in its types.
    ...({ connectionType: SureConnection } as object),
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
