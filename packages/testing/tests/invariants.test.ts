import { randomUUID } from 'node:crypto';
import { checkInvariants, NOTIFIED, type Violation } from '@heartline/core';
import { hashSecret, type Mongo, rowId } from '@heartline/platform';
import {
  type AddedMember,
  addMembers,
  type CoreInTest,
  openTestEngines,
  startCore,
  type TestEngines,
} from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let engines: TestEngines;
let inside: CoreInTest;
let aheadMs = 0;
const clock = { now: () => Date.now() + aheadMs };

beforeAll(async () => {
  engines = await openTestEngines();
  inside = await startCore({
    mongoUrl: engines.mongo.url,
    redisUrl: engines.redis.url,
    names: engines.names,
    clock,
  });
});
afterAll(async () => {
  await inside?.stop();
  await engines?.stop();
});

interface Doc {
  _id: string;
}
const rows = (name: string) => inside.mongo.connection.collection<Doc & Record<string, unknown>>(name);

function check(options: {
  whole: boolean;
  free?: number;
  mongo?: Mongo;
  windowMs?: number;
}): Promise<Violation[]> {
  return checkInvariants(options.mongo ?? inside.mongo, {
    now: clock.now() + 1,
    quietMs: 0,
    windowMs: options.windowMs ?? 86_400_000,
    whole: options.whole,
    freeConversations: async () => options.free ?? 2,
  });
}

/** Two members and a settled conversation of `messages` rows between them. */
async function talk(messages: number, wish: { premium?: boolean } = {}) {
  const [mara, jonas] = (await addMembers(inside.mongo, inside.core, [{ credits: 50, ...wish }, {}])) as [
    AddedMember,
    AddedMember,
  ];
  const conversation = inside.core.messaging.conversationOf(mara.id, jonas.id);
  const clientIds = Array.from({ length: messages }, () => randomUUID());
  for (const clientId of clientIds) {
    const sent = await inside.core.messaging.sendMessage(
      { member: mara.id, site: 'default' },
      { clientId, profile: jonas.id, text: 'Hello', credits: 1 },
    );
    if (!sent.ok) throw new Error(sent.refusal.code);
  }
  aheadMs += 25_000;
  await inside.core.messaging.sweepMessages(86_400_000);
  await inside.core.messaging.flush();
  return { mara, jonas, conversation, clientIds };
}

type Talk = Awaited<ReturnType<typeof talk>>;

/** A way to damage the data, and the violations that both passes find: over a window and over everything. */
interface Damage {
  title: string;
  invariant: Violation['invariant'];
  /** Damages the data and returns a function that repairs it. */
  damage(talk: Talk): Promise<() => Promise<unknown>>;
}

/** Changes one document, and returns a function that restores it. */
async function change(name: string, _id: string, fields: Record<string, unknown>) {
  const before = await rows(name).findOneAndUpdate({ _id }, { $set: fields });
  if (!before) throw new Error(`${name} has no ${_id}`);
  return () => rows(name).replaceOne({ _id }, before);
}

/** Removes one document, and returns a function that restores it. */
async function remove(name: string, _id: string) {
  const before = await rows(name).findOneAndDelete({ _id });
  if (!before) throw new Error(`${name} has no ${_id}`);
  return () => rows(name).insertOne(before);
}

async function add(name: string, doc: Doc & Record<string, unknown>) {
  await rows(name).insertOne(doc);
  return () => rows(name).deleteOne({ _id: doc._id });
}

/** A push as the notifications store it. */
function push(change: Doc & { attempts?: number; claimedAt?: number }) {
  const stored = new Date(clock.now() + NOTIFIED.retentionMs);
  return add('notifications', {
    attempts: 1,
    claimedAt: clock.now(),
    sentAt: null,
    expiresAt: stored,
    ...change,
  });
}

/** A block of a minute ago without its consequences. */
function block({ id: blocker }: AddedMember, { id: blocked }: AddedMember) {
  return add('blocks', { _id: `${blocker}:${blocked}`, blocker, blocked, at: clock.now() - 60_000 });
}

/** Combines several changes into one. */
async function together(...changes: Promise<() => Promise<unknown>>[]) {
  const mend = await Promise.all(changes);
  return () => Promise.all(mend.map((one) => one()));
}

const DAMAGES: readonly Damage[] = [
  {
    title: 'C1 a balance that is not the previous one plus the row',
    invariant: 'C1',
    damage: ({ mara }) => change('ledger', rowId(mara.id, 3), { bonusAfter: 7 }),
  },
  {
    title: 'C2 a negative balance',
    invariant: 'C2',
    damage: ({ mara }) => change('ledger', rowId(mara.id, 3), { purchasedAfter: -1 }),
  },
  {
    title: 'C4 a hold that was never closed',
    invariant: 'C4',
    damage: ({ mara, clientIds }) => remove('settlements', `${mara.id}:${clientIds[1]}`),
  },
  {
    title: 'C4 a debit without a message',
    invariant: 'C4',
    damage: ({ conversation }) => change('messages', rowId(conversation, 2), { kind: 'void' }),
  },
  {
    title: 'C4 a message that was not paid for',
    invariant: 'C4',
    damage: ({ mara, clientIds }) => change('settlements', `${mara.id}:${clientIds[0]}`, { outcome: 'void' }),
  },
  {
    title: 'C5 a purchase of a payment that was not completed',
    invariant: 'C5',
    async damage({ mara }) {
      const payment = await rows('payments').findOne({ member: mara.id });
      return change('payments', payment?._id ?? '', { state: 'failed' });
    },
  },
  {
    title: 'C5 a completed payment that granted nothing',
    invariant: 'C5',
    damage: ({ mara }) =>
      add('payments', {
        _id: 'f'.repeat(24),
        member: mara.id,
        state: 'completed',
        priceCents: 999,
        createdAt: clock.now() - 1,
      }),
  },
  {
    title: 'C6 a refund of more than was paid',
    invariant: 'C6',
    async damage({ mara }) {
      const payment = await rows('payments').findOne({ member: mara.id });
      const [tail] = await rows('ledger').find({ owner: mara.id }).sort({ _id: -1 }).limit(1).toArray();
      const n = Number(tail?.n) + 1;
      return add('ledger', {
        ...tail,
        _id: rowId(mara.id, n),
        n,
        key: `refund:${payment?._id}:1`,
        kind: 'refund',
        purchased: 0,
        bonus: 0,
        money: { cents: 1_000_000, currency: 'EUR' },
        at: clock.now() - 1,
      });
    },
  },
  {
    title: 'C9 a ledger with a row missing',
    invariant: 'C9',
    damage: ({ mara }) => remove('ledger', rowId(mara.id, 2)),
  },
  {
    title: 'M3 a conversation with a row missing',
    invariant: 'M3',
    damage: ({ conversation }) => remove('messages', rowId(conversation, 2)),
  },
  {
    title: 'M5 a mark past the last row',
    invariant: 'M5',
    damage: ({ mara, conversation }) => change('inbox', `${mara.id}:${conversation}`, { readSeq: 99 }),
  },
  ...(['receivedSeq', 'lastSeq', 'removedSeq', 'seenSeq'] as const).map(
    (mark): Damage => ({
      title: `M5 a mark past the last row, of ${mark}`,
      invariant: 'M5',
      damage: ({ mara, conversation }) => change('inbox', `${mara.id}:${conversation}`, { [mark]: 5 }),
    }),
  ),
  {
    title: 'M1 a conversation that one side lacks',
    invariant: 'M1',
    damage: ({ jonas, conversation }) => remove('inbox', `${jonas.id}:${conversation}`),
  },
  {
    title: 'M6 a message behind a row that closed the conversation',
    invariant: 'M6',
    damage: ({ conversation }) => change('messages', rowId(conversation, 2), { open: false }),
  },
  {
    title: 'M6 a block with an open conversation',
    invariant: 'M6',
    damage: ({ mara, jonas }) => block(jonas, mara),
  },
  {
    title: 'M6 a like between a member and a blocked one',
    invariant: 'M6',
    damage: ({ mara, jonas, conversation }) =>
      together(
        block(jonas, mara),
        change('messages', rowId(conversation, 4), { open: false }),
        add('likes', { _id: `${jonas.id}:${mara.id}`, to: jonas.id, from: mara.id, at: clock.now() }),
      ),
  },
  {
    title: 'M6 a push claimed after the block',
    invariant: 'M6',
    damage: ({ mara, jonas, conversation }) =>
      together(
        block(jonas, mara),
        change('messages', rowId(conversation, 4), { open: false }),
        push({ _id: `${jonas.id}:${conversation}-4:push`, claimedAt: clock.now() - 1_000 }),
      ),
  },
  {
    title: 'M7 a push that was tried too often',
    invariant: 'M7',
    damage: ({ jonas, conversation }) => push({ _id: `${jonas.id}:${conversation}-4:push`, attempts: 4 }),
  },
  {
    title: 'M7 a mail claimed again after it was sent',
    invariant: 'M7',
    damage: ({ mara }) =>
      add('mails', {
        _id: 'e'.repeat(24),
        member: mara.id,
        secret: null,
        sentAt: clock.now() - 2_000,
        takenAt: clock.now() - 1_000,
      }),
  },
  {
    title: 'C3 a hold that adds credits',
    invariant: 'C3',
    damage: ({ mara }) => change('ledger', rowId(mara.id, 2), { bonus: 7 }),
  },
  {
    title: 'C3 a return without a hold',
    invariant: 'C3',
    damage: ({ mara }) => change('ledger', rowId(mara.id, 5), { kind: 'void', key: 'void:x', purchased: 1 }),
  },
  {
    title: 'A1 a session of a disabled account',
    invariant: 'A1',
    damage: ({ jonas }) => change('accounts', jonas.id, { status: 'disabled' }),
  },
  {
    title: 'A1 a session without an account',
    invariant: 'A1',
    damage: ({ jonas }) => change('sessions', hashSecret(jonas.session), { member: '0'.repeat(24) }),
  },
];

describe('the invariant checks', () => {
  let made: Talk;

  beforeAll(async () => {
    made = await talk(4, { premium: true });
  });

  it('find nothing in correct data', async () => {
    expect(await check({ whole: true })).toEqual([]);
    expect(await check({ whole: false })).toEqual([]);
  });

  for (const { title, invariant, damage } of DAMAGES) {
    it(`find ${title}`, async () => {
      const mend = await damage(made);
      try {
        for (const whole of [true, false]) {
          const found = await check({ whole });
          expect(
            found.map((one) => one.invariant),
            `whole: ${whole}`,
          ).toContain(invariant);
        }
      } finally {
        await mend();
      }
      expect(await check({ whole: true })).toEqual([]);
    });
  }

  it.each([
    ['messages', 'M2'],
    ['ledger', 'C9'],
  ])('find a missing index of %s, which %s relies on', async (name, invariant) => {
    const indexes = inside.mongo.connection.collection(name);
    const unique = (await indexes.indexes()).find((index) => index.unique && index.key['owner']);
    await indexes.dropIndex(unique?.name ?? '');
    try {
      const found = await check({ whole: false });
      expect(found).toContainEqual(expect.objectContaining({ invariant, subject: name }));
    } finally {
      await indexes.createIndex({ owner: 1, key: 1 }, { unique: true });
    }
  });

  it('find a duplicate key where the unique index was missing [M2]', async () => {
    const { conversation } = made;
    const row = await rows('messages').findOne({ _id: rowId(conversation, 4) });
    const first = await rows('messages').findOne({ _id: rowId(conversation, 1) });
    const indexes = inside.mongo.connection.collection('messages');
    await indexes.dropIndex('owner_1_key_1');
    const mend = await change('messages', rowId(conversation, 4), { key: first?.['key'] });
    try {
      expect((await check({ whole: true })).map((one) => one.invariant)).toContain('M2');
    } finally {
      await mend();
      await indexes.createIndex({ owner: 1, key: 1 }, { unique: true });
    }
    expect(await rows('messages').findOne({ _id: rowId(conversation, 4) })).toEqual(row);
    expect(await check({ whole: true })).toEqual([]);
  });

  it('read a window of one millisecond, the smallest rest of a pass', async () => {
    expect(await check({ whole: false, windowMs: 1 })).toEqual([]);
  });

  it('find too many conversations by the limit of the member’s own site [L1]', async () => {
    const { mara } = await talk(1);
    expect(await check({ whole: true, free: 1 })).toEqual([]);
    const found = await check({ whole: false, free: 0 });
    expect(found).toEqual([expect.objectContaining({ invariant: 'L1', subject: rowId(mara.id, 2) })]);
  });

  it('find an active account whose address leads to another account [A3]', async () => {
    const { mara, jonas } = made;
    const mend = await change('emails', `default:${mara.email}`, { member: jonas.id });
    try {
      const detail = `active, but its address belongs to ${jonas.id}`;
      expect(await check({ whole: true })).toEqual([{ invariant: 'A3', subject: mara.id, detail }]);
    } finally {
      await mend();
    }
    expect(await check({ whole: true })).toEqual([]);
  });

  it('read in batches: many more rows take no more reads', async () => {
    const reads = async (whole: boolean) => {
      let count = 0;
      const { connection, ...rest } = inside.mongo;
      const counting = {
        ...rest,
        connection: {
          collection(name: string) {
            count += 1;
            return connection.collection(name);
          },
        },
      } as unknown as Mongo;
      expect(await check({ whole, mongo: counting })).toEqual([]);
      return count;
    };
    const before = { whole: await reads(true), window: await reads(false) };
    for (let round = 0; round < 3; round += 1) await talk(20);
    expect(await reads(true)).toBe(before.whole);
    // Sixty messages may need one more time slice.
    expect((await reads(false)) - before.window).toBeLessThan(20);
  });
});
