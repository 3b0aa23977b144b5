import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { type AddedMember, senderOf, until } from '../src/index.ts';
import { twoCores } from './two-cores-in-test.ts';

/** Operators' answers while something else happens at the same time, or while a dependency is down. */
const { world, a, b } = twoCores();

const ana = { operator: 'default:ana', name: 'ana', site: 'default', expiresAt: 1 };
const queued = (conversation: string) =>
  a.mongo.connection
    .collection<{ _id: string; lastSeq: number }>('operatorQueue')
    .findOne({ _id: conversation });

/** Sends a message to the profile, and waits until it is queued. */
async function ask(member: AddedMember, profile: AddedMember) {
  const written = { clientId: randomUUID(), profile: profile.id, text: 'Are you there?', credits: 0 };
  const sent = await b.core.messaging.sendMessage(senderOf(member), { ...written, fictionalConfirmed: true });
  if (!sent.ok) throw new Error(sent.refusal.code);
  const { message } = sent.value;
  await until(
    () => queued(message.conversation),
    (doc) => doc?.lastSeq === message.seq,
  );
  return message;
}

async function asked() {
  const [member, profile] = await world.people({ credits: 3 }, { fictional: true });
  const { conversation } = await ask(member, profile);
  return { member, profile, conversation };
}

async function take(conversation: string): Promise<number> {
  const taken = await a.core.messaging.operators.take(ana, conversation);
  if (!taken.ok) throw new Error(taken.refusal.code);
  return taken.value.lease.number;
}

const answer = (conversation: string, number: number, text = 'Yes') =>
  a.core.messaging.operators.answer(ana, { clientId: randomUUID(), conversation, number, text });

describe('while no queue accepts push jobs', () => {
  it('lets an operator answer, and schedules a push for each answer afterwards', async () => {
    const { member, conversation } = await asked();
    const number = await take(conversation);
    const asks = vi.spyOn(a.queues, 'enqueue').mockResolvedValue(false);
    for (const seq of [2, 3]) {
      const answered = await answer(conversation, number);
      expect(answered).toMatchObject({ ok: true, value: { message: { seq } } });
    }
    await a.core.messaging.operators.sweep();
    const late = asks.mockReset().mockResolvedValue(true);
    await a.core.messaging.operators.sweep();
    await a.core.messaging.operators.sweep();
    const notified = late.mock.calls.map(([, data]) => data as { items: { seq: number }[] });
    expect(notified).toHaveLength(1);
    expect(notified[0]?.items.toSorted((one, other) => one.seq - other.seq)).toEqual(
      [2, 3].map((seq) => ({ recipient: member.id, conversation, seq })),
    );
    asks.mockRestore();
  });
});

describe('a message that arrives while an answer is stored', () => {
  it('waits since it was written, not since the answered message', async () => {
    const { member, profile, conversation } = await asked();
    world.later(55 * 60_000);
    const number = await take(conversation);
    const answers = a.mongo.connection.collection('operatorAnswers');
    let since = 0;
    vi.spyOn(answers, 'insertOne').mockImplementationOnce(async (...row) => {
      since = (await ask(member, profile)).at;
      return answers.insertOne(...row);
    });
    expect(await answer(conversation, number)).toMatchObject({ ok: true });
    expect(since).toBeGreaterThan(0);
    expect(await queued(conversation)).toMatchObject({ waiting: true, lastSeq: 3, since });
  });
});

describe('while no message can be queued for operators', () => {
  it('keeps its price held, and the first pass afterwards queues it and settles', async () => {
    const [member, profile] = await world.people({ credits: 3 }, { fictional: true });
    const pass = () => a.core.messaging.sweepMessages(0);
    await pass();
    const stores = [a, b].map(({ mongo }) => mongo.connection.collection<{ _id: string }>('operatorQueue'));
    const writes = stores.map((queue) => vi.spyOn(queue, 'updateOne').mockRejectedValue(new Error('full')));
    const written = { clientId: randomUUID(), profile: profile.id, text: 'Are you there?', credits: 0 };
    await b.core.messaging.sendMessage(senderOf(member), { ...written, fictionalConfirmed: true });
    const settlements = a.mongo.connection.collection<{ _id: string }>('settlements');
    const isClosed = () => settlements.countDocuments({ _id: `${member.id}:${written.clientId}` });
    world.later(25_000);
    await expect(pass()).rejects.toThrow();
    expect(await isClosed()).toBe(0);
    for (const write of writes) write.mockRestore();
    world.later(5_000);
    await pass();
    expect(await isClosed()).toBe(1);
    const conversation = a.core.messaging.conversationOf(member.id, profile.id);
    expect(await queued(conversation)).toMatchObject({ waiting: true, lastSeq: 1 });
  });
});

describe('a fictional profile with thousands of conversations', () => {
  it('leaves the queue in all of them once it is closed', async () => {
    const [profile] = await world.people({ fictional: true });
    const queue = a.mongo.connection.collection<{ _id: string }>('operatorQueue');
    const doc = { profile: profile.id, site: 'default', lastSeq: 1, waiting: false, since: null, number: 1 };
    const docs = Array.from({ length: 5_001 }, (_, n) => {
      const _id = `${profile.id}:${n}`;
      return { _id, member: `nobody ${n}`, ...doc, lease: null, claim: null };
    });
    await queue.insertMany(docs);
    const written = vi.spyOn(queue, 'updateOne').mockResolvedValue({ matchedCount: 0 } as never);
    expect(await a.core.accounts.suspend(profile.id)).toBe(true);
    const ended = new Set(written.mock.calls.map(([filter]) => filter._id));
    written.mockRestore();
    await queue.deleteMany({ profile: profile.id });
    expect(ended.size).toBe(docs.length);
  });
});

describe('an operator who holds more conversations than anybody can answer', () => {
  it('returns all of them when signing out or being disabled', async () => {
    const [operator, queue] = [
      'default:greta',
      a.mongo.connection.collection<{ _id: string }>('operatorQueue'),
    ];
    const lease = { operator, name: 'greta', until: world.clock.now() + 120_000 };
    const doc = { site: 'default', lastSeq: 1, waiting: true, since: 1, number: 1, lease, claim: null };
    const docs = Array.from({ length: 101 }, (_, n) => ({ _id: `greta:${n}`, member: `m${n}`, ...doc }));
    await queue.insertMany(docs);
    await b.core.messaging.operators.releaseAllOf(operator);
    const held = await queue.countDocuments({ 'lease.operator': operator });
    await queue.deleteMany({ _id: { $in: docs.map(({ _id }) => _id) } });
    expect(held).toBe(0);
  });
});

describe('a new operator password', () => {
  it('lets an operator in at once who was blocked after five wrong passwords', async () => {
    const { operators } = a.core.accounts;
    await operators.add('default', 'dora');
    const signIn = (password: string) =>
      operators.signIn({ name: 'dora', password }, 'default', { name: 'test' });
    for (let tries = 0; tries < 5; tries += 1) await signIn('guess');
    expect(await signIn('guess')).toMatchObject({ refusal: { code: 'LOGIN_BLOCKED' } });
    const password = (await operators.reset('default', 'Dora')) ?? '';
    expect(await signIn(password)).toMatchObject({ ok: true });
  });
});

it('shows the longest waiting conversation first, also beyond one page of the queue', async () => {
  const { connection } = a.mongo;
  const queue = connection.collection<{ _id: string }>('operatorQueue');
  const at = world.clock.now();
  const theirs = { site: 'default', profile: 'nobody', member: 'nobody', lastSeq: 1 };
  const free = { number: 0, lease: null, claim: null };
  const crowd = Array.from({ length: 5_000 }, (_, n) => `crowd:${n}`);
  await queue.insertMany(crowd.map((_id) => ({ _id, ...theirs, ...free, waiting: true, since: at })));
  world.later(1_000);
  const { conversation } = await asked();
  await queue.updateOne({ _id: conversation }, { $set: { since: 1 } });
  const { entries } = await a.core.messaging.operators.queue(ana);
  expect(entries[0]).toMatchObject({ conversation, waitingSince: 1 });
  await queue.deleteMany({ profile: 'nobody' });
});
