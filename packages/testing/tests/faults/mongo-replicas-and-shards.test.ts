import { randomUUID } from 'node:crypto';
import { checkInvariants, shardKeyOf } from '@heartline/core';
import {
  type Engine,
  type SteppingDown,
  startMongo,
  startRedis,
  startSteppingDown,
} from '@heartline/local/engines';
import { isOutage } from '@heartline/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AddedMember, addMembers, type CoreInTest, startCore } from '../../src/index.ts';

/**
 * Requirements of a MongoDB with several nodes: its primary may step down, and each write goes to one shard. The
 * database here has neither replicas nor shards. The test injects errors of a primary on the wire, and checks the
 * filters of commands for the shard key.
 */
let engines: [Engine, Engine];
let primary: SteppingDown;
let gateway: CoreInTest;
let beside: CoreInTest;

beforeAll(async () => {
  engines = await Promise.all([startMongo({ purpose: 'test' }), startRedis({})]);
  const [mongo, redis] = engines;
  primary = await startSteppingDown(mongo.url);
  gateway = await startCore({ mongoUrl: `${primary.url}?monitorCommands=true`, redisUrl: redis.url });
  beside = await startCore({ mongoUrl: mongo.url, redisUrl: redis.url });
});
afterAll(async () => {
  await Promise.all([gateway?.stop(), beside?.stop()]);
  await primary?.stop();
  await Promise.all((engines ?? []).map((engine) => engine.stop()));
});

const MEMBERS = 8;

/** Sends as an outbox does: again under the same key while the answer is "not now". */
async function sendUntilAnswered(from: AddedMember, to: AddedMember, clientId: string): Promise<string> {
  for (let tries = 1; tries < 100; tries += 1) {
    const input = { clientId, profile: to.id, text: 'Hello', credits: 1 };
    try {
      const result = await gateway.core.messaging.sendMessage({ member: from.id, site: 'default' }, input);
      return result.ok ? 'OK' : result.refusal.code;
    } catch (error) {
      if (!isOutage(error)) throw error;
    }
  }
  return 'NEVER';
}

describe('the primary steps down during a send, or its answer is lost [F14]', () => {
  it.each([
    { how: 'refused', count: 3 },
    { how: 'interrupted', count: 3 },
    { how: 'refused', count: 40 },
    { how: 'interrupted', count: 40 },
    { how: 'cut', count: 3 },
    { how: 'cut', count: 40 },
  ] as const)('$how, $count writes: every message is stored once and paid once', async ({ how, count }) => {
    const people = await addMembers(
      beside.mongo,
      beside.core,
      Array.from({ length: MEMBERS }, () => ({ credits: 3, premium: true })),
    );
    const before = primary.refusals();
    primary.stepDown(how, count);
    const answers = await Promise.all(
      people.flatMap((from, index) =>
        [1, 2].map(() => sendUntilAnswered(from, people[index ^ 1] as AddedMember, randomUUID())),
      ),
    );
    primary.stepDown(how, 0);
    expect(primary.refusals()).toBeGreaterThan(before);
    expect(answers).toEqual(answers.map(() => 'OK'));
    await gateway.core.messaging.flush();
    for (const [index, from] of people.entries()) {
      const other = people[index ^ 1] as AddedMember;
      const conversation = beside.core.messaging.conversationOf(from.id, other.id);
      const read = await beside.core.messaging.listMessages(
        { member: from.id, site: 'default' },
        { conversation },
      );
      expect(read.ok && read.value.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
      expect((await beside.core.credits.balanceOf(from.id)).credits).toBe(1);
    }
    // Half a minute later the sweep closes what was left open.
    const late = {
      now: Date.now() + 60_000,
      quietMs: 0,
      windowMs: 86_400_000,
      whole: true,
      freeConversations: async () => 2,
    };
    await beside.core.messaging.sweepMessages(86_400_000);
    const left = await checkInvariants(beside.mongo, late);
    expect(left.filter(({ detail }) => detail !== 'the hold was never closed')).toEqual([]);
  });
});

/** One filter of one command. */
interface Asked {
  collection: string;
  command: string;
  filter: Record<string, unknown>;
}

/** Records the filters of everything a core asks its database from now on. */
function listen({ mongo }: CoreInTest): { asked: Asked[]; inserted: Asked[] } {
  const asked: Asked[] = [];
  const inserted: Asked[] = [];
  mongo.connection.getClient().on('commandStarted', ({ commandName: command, command: body }) => {
    const collection = String(body[command]);
    const note = (filter: unknown, to = asked) =>
      to.push({ collection, command, filter: filter as Asked['filter'] });
    if (command === 'insert') for (const document of body['documents']) note(document, inserted);
    if (command === 'update') for (const { q } of body['updates']) note(q);
    if (command === 'delete') for (const { q } of body['deletes']) note(q);
    if (command === 'findAndModify') note(body['query']);
    if (command === 'find') note(body['filter']);
    if (command === 'aggregate') note(body['pipeline'][0].$match);
  });
  return { asked, inserted };
}

/** True if a filter names the shards to ask. A hash has no order, so a range names none. */
const isAimed = ({ collection, filter }: Asked) =>
  Object.entries(shardKeyOf(collection)).every(([field, kind]) => {
    const asked = filter[field];
    const isRange = typeof asked === 'object' && asked !== null && !('$in' in asked);
    return asked !== undefined && !(kind === 'hashed' && isRange);
  });

/** Reads that ask every shard, and why they may: `infra/decisions/028-past-one-machine.md`. */
const TO_ALL = new Set([
  // Likes by a member, and blocks in both directions: the other half of rows stored with the other member. Rare, or
  // cached.
  'likes find from',
  'blocks find $or',
]);

describe('on shards', () => {
  it('writes a day of chat to one shard at a time, and asks all only for listed reads', async () => {
    const [mara, jonas] = (await addMembers(beside.mongo, beside.core, [
      { credits: 5, premium: true },
      { credits: 5, premium: true },
    ])) as [AddedMember, AddedMember];
    const { asked, inserted } = listen(gateway);
    const { messaging, likes } = gateway.core;
    for (const [from, to] of [
      [mara, jonas],
      [jonas, mara],
      [mara, jonas],
    ] as const) {
      expect(await sendUntilAnswered(from, to, randomUUID())).toBe('OK');
    }
    const who = { member: jonas.id, site: 'default' };
    const conversation = messaging.conversationOf(mara.id, jonas.id);
    await messaging.listChats(who);
    await messaging.listMessages(who, { conversation });
    expect((await messaging.reactToMessage(who, { conversation, seq: 1, emoji: '😀' })).ok).toBe(true);
    expect((await messaging.unsendMessage(mara.id, { conversation, seq: 3 })).ok).toBe(true);
    await messaging.markRead(jonas.id, conversation, 3);
    await messaging.unreadTotal(jonas.id);
    await likes.likeProfile(jonas.id, mara.id);
    await likes.getLikes(mara.id);
    await messaging.flush();
    expect(inserted.filter((one) => !isAimed(one))).toEqual([]);
    expect(inserted.length).toBeGreaterThan(5);
    const writes = asked.filter(({ command }) => command !== 'find' && command !== 'aggregate');
    expect(writes.filter((one) => !isAimed(one))).toEqual([]);
    expect(writes.length).toBeGreaterThan(2);
    const toAll = asked.filter((one) => !isAimed(one));
    const names = toAll.map(
      ({ collection, command, filter }) => `${collection} ${command} ${Object.keys(filter).join(' ')}`,
    );
    expect([...new Set(names)].filter((name) => !TO_ALL.has(name))).toEqual([]);
  });
});
