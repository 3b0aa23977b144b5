import { getChats, getLikes, getMessages } from '@heartline/contracts';
import type { World } from '@heartline/testing';
import { type Ask, type Got, openHttpLoop } from '../http-loop.ts';
import { type Result, type Row, row, type Scale } from '../measure.ts';
import { startMeasuredWorld } from '../message-world.ts';
import { startServer } from '../start-server.ts';
import { conversationOf, type FilledConversation, fillInboxes, fillMessages } from './fill-messages.ts';

const MEMBERS = 10_000;
const READERS = 200;
const CHATS_EACH = 50;
const MESSAGES_EACH = 100;
const REPETITIONS = 5;
const FOR_MS = 3_000;

/**
 * Reads over HTTP a list of 50 conversations, the newest page of one, and a list of 50 likes. The store has a million
 * messages and 10,000 members. The baseline is Node's own server with the bare driver, the same documents and indexes;
 * the two alternate, per CPU-second of the server.
 */
export async function inboxRead({ small }: Scale): Promise<Result> {
  const world = await startMeasuredWorld({ small, gateways: 1 });
  const native = await startServer('native-reads', {
    mongoUrl: world.mongo.url,
    redisUrl: world.redis.url,
  });
  try {
    const filled = await fill(world, small);
    const rows: Result['rows'] = [];
    const faults: string[] = [];
    for (const { name, ours, bare, isRight } of questions(filled.readers)) {
      const gateway = world.gateways[0];
      if (!gateway) throw new Error('the world has no gateway');
      const port = Number(new URL(gateway.address).port);
      const headers = { host: new URL(gateway.origin).host, origin: gateway.origin };
      const product = openHttpLoop({ port, pids: () => [gateway.pid()], ask: ours, headers, isRight });
      const floor = openHttpLoop({
        port: native.port,
        pids: () => [native.pid],
        ask: bare,
        headers,
        isRight,
      });
      await product.run(1_000);
      await floor.run(1_000);
      const rounds: { ours: Got; bare: Got }[] = [];
      for (let turn = 0; turn < (small ? 1 : REPETITIONS); turn += 1) {
        rounds.push({ ours: await product.run(FOR_MS), bare: await floor.run(FOR_MS) });
      }
      faults.push(...product.close(), ...floor.close());
      rows.push(...rowsOf(name, rounds));
    }
    const examined = await examinedKeys(world, filled.readers);
    return { rows: [...rows, ...examined.rows], faults, notes: [filled.words, ...examined.notes] };
  } finally {
    await native.stop();
    await world.stop();
  }
}

function rowsOf(name: string, rounds: readonly { ours: Got; bare: Got }[]): Row[] {
  const perCpu = rounds.map(({ ours }) => ours.perCpu);
  return [
    row(
      `${name}, of the bare driver, per server CPU-second`,
      rounds.map(({ ours, bare }) => ours.perCpu / bare.perCpu),
      { atLeast: 0.7 },
    ),
    row(`${name}, per server CPU-second`, perCpu, { digits: 0 }),
    row(
      `${name}, p99`,
      rounds.map(({ ours }) => ours.p99),
      { digits: 1, unit: 'ms' },
    ),
    row(
      `${name}, p99 of the bare driver`,
      rounds.map(({ bare }) => bare.p99),
      { digits: 1, unit: 'ms' },
    ),
  ];
}

/**
 * Keys that the engine examines per row of a page, the most expensive of the reads. If its explain has no such count,
 * the name of the index.
 */
async function examinedKeys(
  world: World,
  readers: readonly Reader[],
): Promise<{ rows: Row[]; notes: string[] }> {
  const chat = readers[0]?.chats[0] ?? '';
  const id = (n: number) => `${chat}:${String(n).padStart(10, '0')}`;
  const plan = (await world.inside.mongo.connection
    .collection<{ _id: string }>('messages')
    .find({ _id: { $gte: id(MESSAGES_EACH - 30), $lte: id(9_999_999_999) } })
    .sort({ _id: -1 })
    .limit(31)
    .explain('executionStats')) as {
    executionStats?: { totalKeysExamined: number; nReturned: number };
  };
  const stats = plan.executionStats;
  if (stats) {
    const perRow = stats.totalKeysExamined / Math.max(1, stats.nReturned);
    return { rows: [row('keys examined for each row of a page', [perRow], { atMost: 1.1 })], notes: [] };
  }
  const indexes = [...JSON.stringify(plan).matchAll(/"Index Name":"([^"]+)"/g)].map(([, name]) => name);
  const scan = indexes.length > 0 ? `an index scan of ${indexes.join(' and ')}` : 'no index';
  return {
    rows: [],
    notes: [`The engine's explain counts no keys; its plan for a page is ${scan}, bounded on both sides.`],
  };
}

interface Reader {
  id: string;
  cookie: string;
  /** Conversation ids. */
  chats: string[];
}

interface Filled {
  readers: Reader[];
  words: string;
}

/** Fills in members, conversations, messages and likes, as after months of use. */
async function fill(world: World, small: boolean): Promise<Filled> {
  const count = small ? 300 : MEMBERS;
  const readerCount = small ? 5 : READERS;
  const startedAt = performance.now();
  const people = await world.people(...Array.from({ length: count }, () => ({})));
  const conversations: FilledConversation[] = [];
  const readers = people.slice(0, readerCount).map((reader, index): Reader => {
    const chats = Array.from({ length: CHATS_EACH }, (_, at) => {
      const other = people[readerCount + ((index * CHATS_EACH + at) % (count - readerCount))] as {
        id: string;
      };
      const id = conversationOf(reader.id, other.id);
      conversations.push({ id, members: [reader.id, other.id] });
      return id;
    });
    return { id: reader.id, cookie: reader.http.cookie, chats };
  });
  await fillInboxes(world.inside.mongo, conversations, MESSAGES_EACH, MESSAGES_EACH - 3);
  await fillMessages(world.inside.mongo, conversations, MESSAGES_EACH);
  const at = Date.now() - 3_600_000;
  const likes = conversations.map(({ members: [to, from] }) => ({
    _id: `${to}:${from}`,
    to,
    from,
    at,
    isNew: true,
  }));
  likes.sort((x, y) => (x._id < y._id ? -1 : 1));
  await world.inside.mongo.connection
    .collection<{ _id: string }>('likes')
    .insertMany(likes, { ordered: false });
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const messages = conversations.length * MESSAGES_EACH;
  return {
    readers,
    words: `${messages.toLocaleString('en-GB')} messages in ${conversations.length.toLocaleString('en-GB')} conversations of ${count.toLocaleString('en-GB')} members, filled in ${seconds} s.`,
  };
}

interface Question {
  name: string;
  ours(index: number): Ask;
  bare(index: number): Ask;
  isRight(body: string): boolean;
}

/** The same request to the product and to the baseline, with alternating readers. */
function questions(readers: readonly Reader[]): Question[] {
  const reader = (index: number) => readers[index % readers.length] as Reader;
  const chat = (index: number) => reader(index).chats[index % CHATS_EACH] as string;
  const cards = (body: string) => body.split('"name"').length > CHATS_EACH;
  return [
    {
      name: 'a list of 50 conversations',
      ours: (index) => ({ path: getChats.path, cookie: reader(index).cookie }),
      bare: (index) => ({ path: `/chats?member=${reader(index).id}` }),
      isRight: cards,
    },
    {
      name: 'a page of 30 messages',
      ours: (index) => ({
        path: `${getMessages.path}?conversation=${chat(index)}`,
        cookie: reader(index).cookie,
      }),
      bare: (index) => ({ path: `/messages?member=${reader(index).id}&conversation=${chat(index)}` }),
      isRight: (body) => body.split('"text":').length === 31,
    },
    {
      name: 'a list of 50 likes',
      ours: (index) => ({ path: getLikes.path, cookie: reader(index).cookie }),
      bare: (index) => ({ path: `/likes?member=${reader(index).id}` }),
      isRight: cards,
    },
  ];
}
