import type { Refusal } from '@heartline/contracts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/**
 * One message on its way. `waiting`: to be sent, or under way. `held`: refused for now and sent by itself once its
 * reason is gone (credits, premium); what was written after it to the same person waits behind it. `failed`: not sent;
 * the member decides.
 */
export interface OutboxEntry {
  /** Place in the queue, given by the store. */
  order: number;
  /** The bubble: stays the same while `clientId` grows a `.2`. */
  key: string;
  /** The key of the send on the server. */
  clientId: string;
  member: string;
  profile: string;
  conversation: string;
  text: string;
  /** The price the member saw. */
  credits: number;
  fictionalConfirmed: boolean;
  createdAt: number;
  state: 'waiting' | 'held' | 'failed';
  refusal?: Refusal;
}

export type NewEntry = Omit<OutboxEntry, 'order'>;

/** Where messages wait. The real one survives a reload and a killed tab; all tabs of a browser share it. */
export interface OutboxStore {
  add(entry: NewEntry): Promise<void>;
  /** All of one member's, in the order they were written. */
  all(member: string): Promise<OutboxEntry[]>;
  put(entry: OutboxEntry): Promise<void>;
  remove(order: number): Promise<void>;
  /** Deletes what others left in this browser; with null, everything. */
  keepOnly(member: string | null): Promise<void>;
}

interface Schema extends DBSchema {
  sends: { key: number; value: OutboxEntry; indexes: { key: string } };
}

/** Opens the store of this browser. */
export async function openOutboxStore(): Promise<OutboxStore> {
  const database: IDBPDatabase<Schema> = await openDB<Schema>('heartline-outbox', 1, {
    upgrade(db) {
      const sends = db.createObjectStore('sends', { keyPath: 'order', autoIncrement: true });
      sends.createIndex('key', 'key', { unique: true });
    },
    // Another tab with a newer version may upgrade; this one opens it again with its next page.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  return {
    // The key path is left out on purpose: the database numbers the rows, across all tabs.
    add: async (entry) => void (await database.add('sends', entry as OutboxEntry)),
    all: async (member) => (await database.getAll('sends')).filter((entry) => entry.member === member),
    put: async (entry) => void (await database.put('sends', entry)),
    remove: (order) => database.delete('sends', order),
    async keepOnly(member) {
      const transaction = database.transaction('sends', 'readwrite');
      for await (const cursor of transaction.store) if (cursor.value.member !== member) await cursor.delete();
      await transaction.done;
    },
  };
}

/** Where messages wait in a browser that keeps nothing, such as a locked-down private window. */
export function createMemoryStore(): OutboxStore {
  const entries = new Map<number, OutboxEntry>();
  let last = 0;
  return {
    async add(entry) {
      last += 1;
      entries.set(last, { ...entry, order: last });
    },
    all: async (member) => [...entries.values()].filter((entry) => entry.member === member),
    put: async (entry) => void entries.set(entry.order, entry),
    remove: async (order) => void entries.delete(order),
    async keepOnly(member) {
      for (const [order, entry] of entries) if (entry.member !== member) entries.delete(order);
    },
  };
}
