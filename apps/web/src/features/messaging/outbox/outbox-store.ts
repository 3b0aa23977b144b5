import type { GiftPicture, MessageKind, Quote, Refusal } from '@heartline/contracts';
import type { DBSchema } from 'idb';
import { ask, openDatabase, within } from '../../../client/database.ts';

/**
 * One message on its way. `waiting`: to be sent, or under way. `held`: refused for now and sent by itself once its
 * reason is gone (credits, premium, an own limit); what was written after it to the same person waits behind it. `failed`: not sent;
 * the member decides.
 */
export interface OutboxEntry {
  /** Place in the queue, given by the store. */
  order: number;
  /** The bubble: stays the same while `clientId` grows a `.2`. */
  key: string;
  /** The key of the send on the server. */
  clientId: string;
  /** What is sent: decides how it is brought to the server. */
  kind: MessageKind;
  member: string;
  profile: string;
  /** What the other side is called, for a list that stands outside the conversation. */
  name: string;
  conversation: string;
  text: string;
  /** What it answers, as it was when it was written. */
  quote?: Quote;
  /**
   * Of a photo: the picture, until the server has it (`id`), how large it is, and how many tries a slow line cut off, after
   * which it goes smaller.
   */
  photo?: { blob: Blob; width: number; height: number; id?: string; faults?: number; lateTries?: number };
  gift?: { id: string; picture: GiftPicture };
  /** The price the member saw. */
  credits: number;
  /** It goes to a fictional profile, and the member knows what that is. */
  fictionalConfirmed: boolean;
  createdAt: number;
  state: 'waiting' | 'held' | 'failed';
  refusal?: Refusal;
  /** It was brought to the server, which may have it although no answer came: nothing about it can be changed then. */
  isTried?: boolean;
  /** The browser would not store it: it stands in this page only, and this page sends it. */
  isUnsaved?: boolean;
}

export type NewEntry = Omit<OutboxEntry, 'order'>;

/** What becomes of an entry: another one, null to delete it, undefined to leave it as it is. */
export type Change = (entry: OutboxEntry) => OutboxEntry | null | undefined;

/** Where messages wait. The real one survives a reload and a killed tab; all tabs of a browser share it. */
export interface OutboxStore {
  add(entry: NewEntry): Promise<void>;
  /** All of one member's, in the order they were written. */
  all(member: string): Promise<OutboxEntry[]>;
  /**
   * Looks at one entry and changes it, in one step over all tabs. The entry as it stands then (as it stood, when it was
   * deleted); undefined when it was left as it is or is gone.
   */
  change(order: number, change: Change): Promise<OutboxEntry | undefined>;
  /** Lets go of it: nobody asks it any more. */
  close?(): void;
}

interface Schema extends DBSchema {
  sends: { key: number; value: OutboxEntry; indexes: { key: string } };
}

/** Opens the store of this browser. */
export async function openOutboxStore(): Promise<OutboxStore> {
  const database = await openDatabase<Schema>('heartline-outbox', (db) => {
    const sends = db.createObjectStore('sends', { keyPath: 'order', autoIncrement: true });
    sends.createIndex('key', 'key', { unique: true });
  });
  return {
    // The key path is left out on purpose: the database numbers the rows, across all tabs.
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

/** Where messages wait in a page whose browser keeps nothing. `numberAfter` gives the place the next one follows. */
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
