import { randomUUID } from 'node:crypto';
import { QUEUE_PAGE } from '@heartline/contracts';
import { checkInvariants } from '@heartline/core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { senderOf } from '../src/index.ts';
import { twoCores } from './two-cores-in-test.ts';

/** Queries that run every few seconds or minutes, or over all data: their cost must not grow with the data. */
const { world } = twoCores();

interface Find {
  find: string;
  filter: Record<string, unknown>;
  sort?: Map<string, 1>;
  limit?: number;
}

/** The find commands that `work` sends to the database. */
async function findsOf(work: () => Promise<unknown>): Promise<Find[]> {
  const client = world.a.mongo.connection.getClient();
  const finds: Find[] = [];
  const note = ({ command }: { command: object }) => {
    if ('find' in command) finds.push(command as Find);
  };
  client.on('commandStarted', note);
  await work();
  client.off('commandStarted', note);
  return finds;
}

/** The fields of the index that the database, embedded or MongoDB, uses for this query. */
async function indexOf({ find, filter, sort = new Map() }: Find): Promise<string[]> {
  const found = world.a.mongo.connection.collection(find).find(filter).sort(sort);
  const plan = JSON.stringify(await found.explain());
  const [, name = ''] = /"Index Name":"([^"]+)"/.exec(plan) ?? /"indexName":"([^"]+)"/.exec(plan) ?? [];
  return name.split(/_-?1_?/).filter(Boolean);
}

/** Enough rows that no database prefers a full scan. */
const MANY = 3_000;

async function fill(collection: string, row: (n: number) => object): Promise<void> {
  const rows = Array.from({ length: MANY }, (_, n) => ({ _id: randomUUID(), ...row(n) }));
  await world.a.mongo.connection.collection<{ _id: string }>(collection).insertMany(rows);
}

describe('a periodic query uses an index', () => {
  const now = Date.now();
  it.each([
    {
      title: 'for payments without a grant',
      collection: 'payments',
      row: (n: number) => ({ state: 'completed', createdAt: now - n, grantedAt: now - n }),
      fields: ['state', 'grantedAt'],
      work: () => world.a.core.payments.reconcilePayments(),
    },
    {
      title: 'for payments that are due',
      collection: 'payments',
      row: (n: number) => ({ state: 'failed', dueAt: now + 60_000 + n, createdAt: n, grantedAt: null }),
      fields: ['dueAt'],
      work: () => world.a.core.payments.reconcilePayments(),
    },
    {
      title: 'for expired discounts',
      collection: 'bonuses',
      row: (n: number) => ({ endsAt: now - n, endedAt: now - n, payment: null, heldAt: null }),
      fields: ['endedAt', 'endsAt'],
      work: () => world.a.core.payments.reconcilePayments(),
    },
    {
      title: 'for operator answers without a scheduled push',
      collection: 'operatorAnswers',
      row: (n: number) => ({ operator: 'default:ana', at: now - n }),
      fields: ['unasked'],
      work: () => world.a.core.messaging.operators.sweep(),
    },
    {
      title: 'for pictures of reports without a case',
      collection: 'caseEvidence',
      row: () => ({ case: randomUUID() }),
      fields: ['looseAt'],
      work: () => world.a.core.safety.sweepEvidence(),
    },
    {
      title: 'for accounts due for erasure',
      collection: 'deletions',
      row: (n: number) => ({ askedAt: 0, eraseAt: now - n, settledAt: 1, erasedAt: now - n }),
      fields: ['erasedAt', 'eraseAt'],
      work: () => world.a.core.accounts.sweepAccounts(),
    },
    {
      title: 'for interrupted deletions',
      collection: 'deletions',
      row: (n: number) => ({ askedAt: now - n, eraseAt: 0, settledAt: now - n, erasedAt: 1 }),
      fields: ['settledAt', 'askedAt'],
      work: () => world.a.core.accounts.sweepAccounts(),
    },
  ])('$title', async ({ collection, row, fields, work }) => {
    await fill(collection, row);
    const finds = (await findsOf(work)).filter(
      ({ find, filter }) =>
        find === collection && Object.keys(filter).slice(0, fields.length).join() === fields.join(),
    );
    expect(finds).toHaveLength(1);
    for (const find of finds) expect((await indexOf(find)).slice(0, fields.length)).toEqual(fields);
  });
});

describe('the operator queue, at any size,', () => {
  const sites = ['amora.example', 'default', 'zoe.example'];
  const start = 1_000_000;

  beforeAll(() => {
    // Of unknown members, so that the page has nothing to show.
    const nobody = { profile: randomUUID(), member: randomUUID() };
    return fill('operatorQueue', (n) => ({
      ...nobody,
      site: sites[n % 3],
      waiting: true,
      since: start + ((n * 7) % MANY),
    }));
  });

  it('is shown as one page, the longest waiting first, and the rest is counted', async () => {
    const operator = { operator: 'default:ana', name: 'Ana', site: 'default', expiresAt: 1 };
    const finds = await findsOf(async () => {
      const shown = await world.a.core.messaging.operators.queue(operator);
      expect(shown).toMatchObject({ waiting: MANY / 3 - QUEUE_PAGE, entries: [] });
    });
    const page = finds.filter(({ find }) => find === 'operatorQueue');
    expect(page).toMatchObject([{ sort: new Map([['since', 1]]), limit: QUEUE_PAGE }]);
    for (const find of page) expect(await indexOf(find)).toEqual(['waiting', 'site', 'since']);
  });

  it('is measured by the longest waiting row of each site, and a count', async () => {
    const queue = world.a.mongo.connection.collection<{ _id: string }>('operatorQueue');
    const answered = { _id: randomUUID(), site: 'default', waiting: false, since: null };
    await queue.insertOne(answered);
    onTestFinished(world.clock.hold());
    const finds = await findsOf(async () => {
      const oldestMs = world.clock.now() - start;
      const longest = sites.map((site, n) => ({ site, waiting: MANY / 3, oldestMs: oldestMs - n }));
      expect(await world.a.core.messaging.operators.figures()).toEqual(longest);
    });
    const ofAll = finds.filter(({ find }) => find === 'operatorQueue');
    // One more finds that there is no other site.
    expect(ofAll.map(({ limit }) => limit)).toEqual([1, 1, 1, 1]);
    for (const find of ofAll) expect(await indexOf(find)).toEqual(['waiting', 'site', 'since']);
  });
});

/** True if the query reads a bounded number of rows in the order of `_id`, without other conditions. */
const isBatch = ({ filter, limit = 0 }: Find) =>
  Object.keys(filter).join() === '_id' && limit > 0 && limit <= 1_000;

describe('reads in batches', () => {
  it('sent messages for a full check, and erased members', async () => {
    // The thousands of rows above are not needed here, since each is found by name.
    const erased = world.a.mongo.connection.collection<{ _id: string }>('deletions');
    await erased.deleteMany({});
    const gone = Array.from({ length: 30 }, () => ({ _id: randomUUID(), eraseAt: 1, erasedAt: 1 }));
    await erased.insertMany(gone);
    const finds = await findsOf(() =>
      checkInvariants(world.a.mongo, {
        now: world.clock.now(),
        quietMs: 0,
        windowMs: 1_000,
        whole: true,
        freeConversations: async () => 2,
      }),
    );
    const ofAll = finds.filter(({ find }) => find === 'notifications');
    expect(ofAll.length).toBeGreaterThan(0);
    expect(ofAll.filter((find) => !isBatch(find))).toEqual([]);
  });

  it('all conversation lists for messages to an erased member, which return once', async () => {
    const [mara, jonas] = await world.people({ credits: 5, premium: true }, {});
    const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hello', credits: 1 };
    expect(await world.a.core.messaging.sendMessage(senderOf(mara), input)).toMatchObject({ ok: true });
    await world.settle();
    const { connection } = world.a.mongo;
    for (const name of ['accounts', 'profiles']) {
      await connection.collection<{ _id: string }>(name).deleteOne({ _id: jonas.id });
    }
    await connection.collection('inbox').deleteMany({ member: jonas.id });
    world.later(10_000);
    const finds = await findsOf(async () => {
      for (const count of [1, 0]) {
        expect(await world.a.core.messaging.returnAllTo(jonas.id, 'removed_as_fake')).toBe(count);
      }
    });
    const ofAll = finds.filter(
      ({ find, filter }) => find === 'inbox' && !String(filter['_id']).includes(jonas.id),
    );
    expect(ofAll.filter(({ filter }) => 'profile' in filter)).toEqual([]);
    expect(ofAll.some(isBatch)).toBe(true);
    expect(await world.returns(mara)).toEqual(['removed_as_fake']);
  });
});
