import type { GiftPicture, MessageKind, Quote, Refusal } from '@heartline/contracts';
import type { DBSchema } from 'idb';
import { ask, openDatabase, within } from '../../../client/database.ts';

/**
 * One message in the outbox.
 *
 * | State | Meaning |
 * |---|---|
 * | `waiting` | to be sent, or being sent |
 * | `held` | refused for now, sent once its reason is gone (credits, premium, an own limit); later messages to the same
 * member wait behind it |
 * | `failed` | not sent; the member decides |
 */
export interface OutboxEntry {
  /** Position in the queue, set by the store. */
  order: number;
  /** Key of the bubble, which stays the same when `clientId` becomes `.2`. */
  key: string;
  /** Key of the send on the server. */
  clientId: string;
  /** Kind of message, which decides how it is sent. */
  kind: MessageKind;
  member: string;
  profile: string;
  /** Name of the recipient, for lists outside the conversation. */
  name: string;
  conversation: string;
  text: string;
  /** The quoted message as it was when this one was written. */
  quote?: Quote;
  /**
   * A photo: the picture, `id` once uploaded, its size, and the number of uploads cut off by a slow connection. After
   * those it is sent smaller.
   */
  photo?: { blob: Blob; width: number; height: number; id?: string; faults?: number; lateTries?: number };
  gift?: { id: string; picture: GiftPicture };
  /** Price that the member saw. */
  credits: number;
  /** The recipient is fictional, and the member has confirmed to know that. */
  fictionalConfirmed: boolean;
  createdAt: number;
  state: 'waiting' | 'held' | 'failed';
  refusal?: Refusal;
  /** It was sent, and the server may have stored it without an answer, so it can't be changed. */
  isTried?: boolean;
  /** The browser could not store it: it exists only in this page, which sends it itself. */
  isUnsaved?: boolean;
}

export type NewEntry = Omit<OutboxEntry, 'order'>;

/** Returns a changed entry, null to delete it, or undefined to keep it. */
export type Change = (entry: OutboxEntry) => OutboxEntry | null | undefined;

/** Storage of the outbox. The real one survives a reload and a killed tab, and all tabs of a browser share it. */
export interface OutboxStore {
  add(entry: NewEntry): Promise<void>;
  /** Entries of one member in the order they were written. */
  all(member: string): Promise<OutboxEntry[]>;
  /**
   * Changes one entry atomically across all tabs. Returns the new entry, or the old one if it was deleted; undefined if
   * it was kept or is gone.
   */
  change(order: number, change: Change): Promise<OutboxEntry | undefined>;
  /** Closes the database; no other call may follow. */
  close?(): void;
}

interface Schema extends DBSchema {
  sends: { key: number; value: OutboxEntry; indexes: { key: string } };
}

/** Opens the outbox database of this browser. */
export async function openOutboxStore(): Promise<OutboxStore> {
  const database = await openDatabase<Schema>('heartline-outbox', (db) => {
    const sends = db.createObjectStore('sends', { keyPath: 'order', autoIncrement: true });
    sends.createIndex('key', 'key', { unique: true });
  });
  return {
    // No key path: the database numbers the rows across all tabs.
    add: async (entry) =>
      void (await ask(database, 'sends', 'readwrite', (rows) => rows.add(entry as OutboxEntry))),
    async all(member) {
      const entries = await ask(database, 'sends', 'readonly', (rows) => rows.getAll());
      return entries.filter((entry) => entry.member === member);
    },
    change: (order, change) =>
      within(database, 'sends', 'readwrite', (rows) => changeIn(rows, order, change)),
    close: () => database.close(),
  };
}

interface Rows {
  get(order: number): Promise<OutboxEntry | undefined>;
  put(entry: OutboxEntry): Promise<unknown>;
  delete(order: number): Promise<unknown>;
}

async function changeIn(rows: Rows, order: number, change: Change): Promise<OutboxEntry | undefined> {
  const entry = await rows.get(order);
  const next = entry && change(entry);
  if (next === undefined) return undefined;
  if (next) await rows.put(next);
  else await rows.delete(order);
  return next ?? entry;
}

/** Outbox in memory, for a browser without storage. New entries follow `numberAfter`. */
export function createMemoryStore(numberAfter = () => 0, step = 1): OutboxStore {
  const entries = new Map<number, OutboxEntry>();
  let last = 0;
  const rows: Rows = {
    get: async (order) => entries.get(order),
    put: async (entry) => entries.set(entry.order, entry),
    delete: async (order) => entries.delete(order),
  };
  return {
    async add(entry) {
      last = Math.max(last, numberAfter()) + step;
      entries.set(last, { ...entry, order: last });
    },
    all: async (member) => [...entries.values()].filter((entry) => entry.member === member),
    change: (order, change) => changeIn(rows, order, change),
  };
}
