import { randomBytes, randomUUID } from 'node:crypto';
import { DURABLE, INDEXES, type Mongo } from '@heartline/testing/bench-access';

/**
 * Writes the documents of paid messages directly: the limit of the engine itself. Each message leaves a ledger row, a
 * conversation row and a settlement, in bulks of 100. As in the worker, inbox updates follow every three seconds,
 * merged to the newest row of each conversation.
 */
export async function bareWrites({ connection }: Mongo, pairs: number, messages: number): Promise<number> {
  // Uses a database of its own with the same indexes, since the invariant check of the world would fail on these
  // documents.
  const mongo = connection.useDb('bare', { useCache: true });
  for (const { collection, key, options } of INDEXES) {
    if (COLLECTIONS.has(collection)) await mongo.collection(collection).createIndex(key, options ?? {});
  }
  const run = randomBytes(4).toString('hex');
  const senders = Array.from({ length: pairs * 2 }, (_, at) => senderOf(run, at));
  await openInboxes(mongo, senders);
  const bulks = Array.from({ length: Math.ceil(messages / BULK) }, (_, at) => at * BULK);
  const newest = new Map<string, Rows['message']>();
  const write = async (first: number) => {
    const rows = Array.from({ length: Math.min(BULK, messages - first) }, (_, at) =>
      rowsOf(senders, first + at),
    );
    for (const { message } of rows) newest.set(message.owner, message);
    const bulkOf = (kind: keyof Rows) => rows.map((row) => row[kind]);
    await insert(mongo, 'ledger', bulkOf('hold'));
    await insert(mongo, 'messages', bulkOf('message'));
    await insert(mongo, 'settlements', bulkOf('settlement'));
  };
  const startedAt = performance.now();
  const loops = Array.from({ length: LOOPS }, async () => {
    for (let first = bulks.shift(); first !== undefined; first = bulks.shift()) await write(first);
  });
  const bumps = setInterval(() => void bumpInboxes(mongo, take(newest)), BUMP_EVERY_MS);
  await Promise.all(loops);
  clearInterval(bumps);
  await bumpInboxes(mongo, take(newest));
  const perSecond = (messages / (performance.now() - startedAt)) * 1_000;
  // Drops the database: cleaning up deleted rows would keep the engine busy for long.
  await mongo.dropDatabase();
  return perSecond;
}

const COLLECTIONS: ReadonlySet<string> = new Set(['ledger', 'messages', 'settlements', 'inbox']);
type Database = Mongo['connection'];

/** Number of bulks at once that was fastest on two cores: each writes ledger, messages and settlements in turn. */
const LOOPS = 16;
const BUMP_EVERY_MS = 3_000;

function take<Key, Value>(map: Map<Key, Value>): Value[] {
  const values = [...map.values()];
  map.clear();
  return values;
}

const BULK = 100;

interface BareSender {
  member: string;
  peer: string;
  conversation: string;
  /** Shared with the other side of the pair. */
  rows: { ledger: number; conversation: { n: number } };
}

function senderOf(run: string, at: number): BareSender {
  const name = (index: number) => `${run}${String(index).padStart(16, '0')}`;
  const conversation = `${run}c${String(Math.floor(at / 2)).padStart(15, '0')}`;
  return {
    member: name(at),
    peer: name(at % 2 === 0 ? at + 1 : at - 1),
    conversation,
    rows: { ledger: 0, conversation: { n: 0 } },
  };
}

function rowsOf(senders: readonly BareSender[], at: number) {
  const index = at % senders.length;
  const { member, peer, conversation, rows } = senders[index] as BareSender;
  // Both sides of a pair share the numbers of their conversation, stored with the first of the two.
  const shared = (senders[index - (index % 2)] as BareSender).rows.conversation;
  const n = ++rows.ledger;
  const seq = ++shared.n;
  const clientId = randomUUID();
  const now = Date.now();
  const digits = (value: number) => String(value).padStart(10, '0');
  return {
    hold: {
      _id: `${member}:${digits(n)}`,
      owner: member,
      n,
      key: `hold:${clientId}`,
      kind: 'hold',
      purchased: -1,
      bonus: 0,
      purchasedAfter: 1_000_000 - n,
      bonusAfter: 0,
      debtAfter: 0,
      premium: true,
      started: [],
      reason: 'message',
      at: now,
      hold: { conversation, profile: peer, hash: clientId.slice(0, 22) },
    },
    message: {
      _id: `${conversation}:${digits(seq)}`,
      owner: conversation,
      n: seq,
      key: `${member}:${clientId}`,
      kind: 'text',
      open: true,
      sender: member,
      recipient: peer,
      text: TEXT,
      at: now,
    },
    settlement: { _id: `${member}:${clientId}`, outcome: 'debit', at: now },
  };
}

/** Sixty characters, the text of every message. */
export const TEXT = 'See you at the little bridge at eight? I bring the umbrella.';

type Rows = ReturnType<typeof rowsOf>;

async function insert(mongo: Database, collection: string, rows: { _id: string }[]): Promise<void> {
  rows.sort((a, b) => (a._id < b._id ? -1 : 1));
  await mongo
    .collection<{ _id: string }>(collection)
    .insertMany(rows, { ordered: false, writeConcern: DURABLE });
}

async function openInboxes(mongo: Database, senders: readonly BareSender[]): Promise<void> {
  const inboxes = senders.map(({ member, peer, conversation }) => ({
    _id: `${member}:${conversation}`,
    member,
    conversation,
    profile: peer,
    lastSeq: 0,
    lastAt: 0,
    preview: '',
    previewSender: null,
    readSeq: 0,
    receivedSeq: 0,
    removedSeq: 0,
  }));
  await mongo.collection<{ _id: string }>('inbox').insertMany(inboxes);
}

async function bumpInboxes(mongo: Database, newest: readonly Rows['message'][]): Promise<void> {
  if (newest.length === 0) return;
  const operations = newest.flatMap((message) =>
    [message.sender, message.recipient].map((member) => ({
      updateOne: {
        filter: { _id: `${member}:${message.owner}`, lastSeq: { $lt: message.n } },
        update: {
          $set: {
            lastSeq: message.n,
            lastAt: message.at,
            preview: message.text,
            previewSender: message.sender,
          },
        },
      },
    })),
  );
  operations.sort((x, y) => (x.updateOne.filter._id < y.updateOne.filter._id ? -1 : 1));
  await mongo.collection<{ _id: string }>('inbox').bulkWrite(operations, { ordered: false });
}
