import { randomUUID } from 'node:crypto';
import { DEFAULT_SETTINGS } from '@heartline/contracts';
import { bodyHash } from '@heartline/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AddedMember, type CoreInTest, senderOf } from '../src/index.ts';
import { twoCores } from './two-cores-in-test.ts';

const { world, a, b } = twoCores();

/** Price of a text message. */
const PRICE = DEFAULT_SETTINGS.message_credits;

/** After every test: once all holds are closed, the invariants hold. */
afterEach(async () => {
  await settleAll();
  expect(await world.violations()).toEqual([]);
});

async function settleAll(): Promise<void> {
  world.later(25_000);
  await a.core.messaging.sweepMessages(86_400_000);
  await Promise.all([a.core.messaging.flush(), b.core.messaging.flush()]);
}

const send = (
  core: CoreInTest,
  from: AddedMember,
  to: AddedMember,
  change: Partial<{ clientId: string; text: string }> = {},
) =>
  core.core.messaging.sendMessage(senderOf(from), {
    clientId: randomUUID(),
    profile: to.id,
    text: 'Hello',
    credits: PRICE,
    ...change,
  });
const code = (result: Awaited<ReturnType<typeof send>>) => (result.ok ? 'OK' : result.refusal.code);
const count = (codes: string[], wanted: string) => codes.filter((one) => one === wanted).length;
/** Members with credits for the given numbers of messages. */
const people = (...messages: number[]) =>
  world.people(...messages.map((most) => ({ credits: most * PRICE, premium: most > 3 })));
/** The number of messages that a member can still pay. */
const messagesLeft = async (member: AddedMember) => (await world.balance(member)) / PRICE;
const messagesOf = async (member: AddedMember, other: AddedMember) => {
  const conversation = a.core.messaging.conversationOf(member.id, other.id);
  const result = await a.core.messaging.listMessages(senderOf(member), { conversation });
  return result.ok ? result.value.messages : [];
};

describe('the paid send', () => {
  // The only test here that names the price: it fails when the default of `message_credits` changes.
  it('takes one credit once, and both sides have the message [S1-014]', async () => {
    const [mara, jonas] = await world.people({ credits: 3 }, {});
    const result = await send(a, mara, jonas);
    expect(result).toMatchObject({
      ok: true,
      value: { balance: { credits: 2 }, message: { seq: 1, text: 'Hello' } },
    });
    expect(await messagesOf(jonas, mara)).toHaveLength(1);
    expect(await world.balance(mara)).toBe(2);
  });

  it('stores and charges one message for 50 parallel retries over two gateways', async () => {
    const [mara, jonas] = await people(3, 0);
    const clientId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(index % 2 ? a : b, mara, jonas, { clientId })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await messagesOf(jonas, mara)).toHaveLength(1);
    expect(await messagesLeft(mara)).toBe(2);
  });

  it('accepts exactly 10 of 100 parallel sends with credits for 10 [S5-028 F22]', async () => {
    const [mara, jonas] = await people(10, 0);
    const codes = (
      await Promise.all(Array.from({ length: 100 }, (_, index) => send(index % 2 ? a : b, mara, jonas)))
    ).map(code);
    expect(count(codes, 'OK')).toBe(10);
    expect(count(codes, 'NOT_ENOUGH_CREDITS')).toBe(90);
    expect(await messagesLeft(mara)).toBe(0);
    expect((await messagesOf(jonas, mara)).map((message) => message.seq)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  it('starts two of 50 parallel first messages for a free member [S1-021 S6-009 S9-003 F23 L1]', async () => {
    const [mara, ...others] = await people(3, ...Array.from({ length: 50 }, () => 0));
    const codes = (await Promise.all(others.map((other, index) => send(index % 2 ? a : b, mara, other)))).map(
      code,
    );
    expect(count(codes, 'OK')).toBe(2);
    expect(count(codes, 'CONVERSATION_LIMIT')).toBe(48);
    expect(await messagesLeft(mara)).toBe(1);
  });

  it('starts no conversation with a reply', async () => {
    const [mara, x, y, z] = (await people(3, 1, 1, 1)) as [
      AddedMember,
      AddedMember,
      AddedMember,
      AddedMember,
    ];
    for (const other of [x, y]) expect(code(await send(a, mara, other))).toBe('OK');
    expect(code(await send(a, z, mara))).toBe('OK');
    expect(code(await send(b, mara, z))).toBe('OK');
  });

  it('repeats the first answer for a retry, even with 0 credits left', async () => {
    const [mara, jonas] = await people(1, 0);
    const clientId = randomUUID();
    const first = await send(a, mara, jonas, { clientId });
    expect(code(first)).toBe('OK');
    expect(await send(b, mara, jonas, { clientId })).toEqual(first);
    expect(code(await send(b, mara, jonas))).toBe('NOT_ENOUGH_CREDITS');
  });

  it('refuses another text under one key, but not from another sender (hostile 29)', async () => {
    const [mara, jonas] = await people(2, 2);
    const clientId = randomUUID();
    expect(code(await send(a, mara, jonas, { clientId }))).toBe('OK');
    expect(code(await send(b, mara, jonas, { clientId, text: 'Other' }))).toBe('KEY_REUSED');
    expect(code(await send(b, jonas, mara, { clientId }))).toBe('OK');
  });

  it('sends and holds nothing with one credit less than the price (hostile 48)', async () => {
    const [mara, jonas] = await world.people({ credits: PRICE - 1 }, {});
    expect(code(await send(a, mara, jonas))).toBe('NOT_ENOUGH_CREDITS');
    expect(await world.balance(mara)).toBe(PRICE - 1);
    expect(await messagesOf(jonas, mara)).toEqual([]);
  });

  it('sends one message of two tabs with credits for one (hostile 48)', async () => {
    const [mara, jonas] = await people(1, 0);
    const codes = (await Promise.all([send(a, mara, jonas), send(b, mara, jonas)])).map(code);
    expect(codes.sort()).toEqual(['NOT_ENOUGH_CREDITS', 'OK']);
  });
});

describe('the sweep', () => {
  /** State after a crash following the first of the two inserts. */
  const holdOnly = (mara: AddedMember, jonas: AddedMember, clientId: string) => {
    const conversation = a.core.messaging.conversationOf(mara.id, jonas.id);
    return world.hold(mara, jonas, { clientId, hash: bodyHash(conversation, 'Hello'), credits: PRICE });
  };

  it('returns the credits of a hold without a message, and a late retry expires', async () => {
    const [mara, jonas] = await people(1, 0);
    const clientId = randomUUID();
    await holdOnly(mara, jonas, clientId);
    expect(await messagesLeft(mara)).toBe(0);
    await settleAll();
    expect(await messagesLeft(mara)).toBe(1);
    expect(code(await send(b, mara, jonas, { clientId }))).toBe('SEND_EXPIRED');
    expect(code(await send(b, mara, jonas, { clientId: `${clientId}.2` }))).toBe('OK');
    expect(await messagesOf(jonas, mara)).toHaveLength(1);
    expect(await messagesLeft(mara)).toBe(0);
  });

  it.each(['swept', 'not swept yet'])(
    'reports another text under an expired key as expired, not as sent (%s)',
    async (when) => {
      const [mara, jonas] = await people(1, 0);
      const clientId = randomUUID();
      await holdOnly(mara, jonas, clientId);
      if (when === 'swept') await settleAll();
      const text = 'Better words';
      expect(code(await send(b, mara, jonas, { clientId, text }))).toBe('SEND_EXPIRED');
      expect(await messagesLeft(mara)).toBe(1);
      expect(code(await send(a, mara, jonas, { clientId }))).toBe('SEND_EXPIRED');
      expect(code(await send(b, mara, jonas, { clientId: `${clientId}.2`, text }))).toBe('OK');
      expect((await messagesOf(jonas, mara)).map((message) => message.text)).toEqual([text]);
      expect(await messagesLeft(mara)).toBe(0);
    },
  );

  it('keeps a hold while its send may still be running', async () => {
    const [mara, jonas] = await people(1, 0);
    await holdOnly(mara, jonas, randomUUID());
    world.later(19_000);
    await a.core.messaging.sweepMessages(60_000);
    expect(await messagesLeft(mara)).toBe(0);
  });

  it('returns credits once after a crash between the void and the return', async () => {
    const [mara, jonas] = (await people(1, 0)) as [AddedMember, AddedMember];
    const clientId = randomUUID();
    await holdOnly(mara, jonas, clientId);
    const owner = a.core.messaging.conversationOf(mara.id, jonas.id);
    const place = { _id: `${owner}:0000000001`, owner, n: 1, key: `${mara.id}:${clientId}`, kind: 'void' };
    const sides = { sender: mara.id, recipient: jonas.id, text: '', open: true, at: world.clock.now() };
    await a.mongo.connection
      .collection<{ _id: string; [field: string]: unknown }>('messages')
      .insertOne({ ...place, ...sides });
    await settleAll();
    expect(await messagesLeft(mara)).toBe(1);
    // A voided send never was a message that could be returned.
    expect(await b.core.credits.returnDebit(mara.id, clientId, 'unsent')).toBe(false);
    expect(await messagesLeft(mara)).toBe(1);
  });

  it('closes other holds when one fails, and retries that one in the very next pass', async () => {
    const [mara, jonas] = (await people(2, 0)) as [AddedMember, AddedMember];
    await a.core.messaging.sweepMessages(0);
    for (let n = 0; n < 2; n += 1) await holdOnly(mara, jonas, randomUUID());
    world.later(25_000);
    const failing = vi.spyOn(a.core.credits, 'voidHold').mockRejectedValueOnce(new Error('not this one'));
    await expect(a.core.messaging.sweepMessages(0)).rejects.toThrow('not this one');
    failing.mockRestore();
    expect(await messagesLeft(mara)).toBe(1);
    await a.core.messaging.sweepMessages(0);
    expect(await messagesLeft(mara)).toBe(2);
  });

  it('returns nothing for a debited message', async () => {
    const [mara, jonas] = (await people(1, 0)) as [AddedMember, AddedMember];
    const clientId = randomUUID();
    expect(code(await send(a, mara, jonas, { clientId }))).toBe('OK');
    await settleAll();
    const held = await b.core.credits.findHold(mara.id, clientId);
    if (!held) throw new Error('the message was not paid for');
    expect(await b.core.credits.voidHold(held, 'not_delivered')).toBeUndefined();
    expect(await messagesLeft(mara)).toBe(0);
  });

  it('settles once what a job names twice, and all other entries of the job', async () => {
    const [mara, jonas] = (await people(3, 0)) as [AddedMember, AddedMember];
    const sent = [await send(a, mara, jonas), await send(a, mara, jonas)];
    const items = sent.map((result) => {
      if (!result.ok) throw new Error(result.refusal.code);
      const { conversation, seq, clientId } = result.value.message;
      return { member: mara.id, clientId, conversation, seq };
    });
    await b.core.messaging.settleMessages([...items, ...items]);
    await b.core.messaging.settleMessages([...items, ...items]);
    world.later(25_000);
    expect(await a.core.messaging.sweepMessages(60_000)).toMatchObject({ debits: 0, voids: 0 });
    expect(await messagesLeft(mara)).toBe(1);
  });

  it('closes each hold once when two sweeps run at the same time', async () => {
    const [mara, jonas] = await people(20, 0);
    await Promise.all(Array.from({ length: 20 }, () => holdOnly(mara, jonas, randomUUID())));
    world.later(25_000);
    await Promise.all([a.core.messaging.sweepMessages(60_000), b.core.messaging.sweepMessages(60_000)]);
    expect(await messagesLeft(mara)).toBe(20);
  });

  it('closes holds although a pending task fails, and retries the task', async () => {
    const [mara, jonas] = (await people(2, 0)) as [AddedMember, AddedMember];
    expect(code(await send(a, mara, jonas))).toBe('OK');
    await settleAll();
    const rows = a.mongo.connection.collection<{ _id: string; owner: string; n: number; key: string }>(
      'messages',
    );
    const row = await rows.findOne({ sender: mara.id });
    if (!row) throw new Error('the message is not stored');
    const debt = { kind: 'unsend', member: mara.id, conversation: row.owner, seq: row.n, reason: 'unsent' };
    const pendingReturns = a.mongo.connection.collection<{ _id: string; [field: string]: unknown }>(
      'owedReturns',
    );
    await pendingReturns.insertOne({
      _id: `unsend:${row._id}`,
      ...debt,
      runAt: world.clock.now(),
      againAt: null,
    });
    // As many as one pass reads, and older.
    const stuck = { ...debt, turn: 'one', runAt: world.clock.now() - 1, againAt: null };
    await pendingReturns.insertMany(
      Array.from({ length: 200 }, (_, n) => ({ _id: `unsend:stuck:${n}`, ...stuck })),
    );
    await rows.updateOne({ _id: row._id }, { $unset: { key: '' } });
    await holdOnly(mara, jonas, randomUUID());
    world.later(25_000);
    await expect(a.core.messaging.sweepReturns()).rejects.toThrow('200 failed');
    await a.core.messaging.sweepMessages(60_000);
    expect(await messagesLeft(mara)).toBe(1);
    await rows.updateOne({ _id: row._id }, { $set: { key: row.key } });
    // The failed tasks wait, so the newer one runs.
    await a.core.messaging.sweepReturns();
    expect(await messagesLeft(mara)).toBe(2);
    expect(await pendingReturns.countDocuments()).toBe(200);
    world.later(60_000);
    await a.core.messaging.sweepReturns();
    expect(await pendingReturns.countDocuments()).toBe(0);
    expect(await messagesLeft(mara)).toBe(2);
  });

  it('closes holds of stored messages together, and checks others one by one', async () => {
    const [mara, jonas, nele] = (await people(60, 60, 60)) as [AddedMember, AddedMember, AddedMember];
    const pairs = [[mara, jonas] as const, [jonas, mara] as const, [nele, mara] as const];
    for (let index = 0; index < 15; index += 1) {
      await Promise.all(pairs.map(([from, to]) => send(b, from, to)));
    }
    await holdOnly(mara, jonas, randomUUID());
    const inserts: string[] = [];
    a.mongo.connection.getClient().on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'insert') inserts.push(command.insert);
    });
    world.later(25_000);
    const report = await a.core.messaging.sweepMessages(0);
    expect(report).toMatchObject({ debits: 45, voids: 1 });
    expect(inserts.filter((name) => name === 'messages')).toHaveLength(1);
    expect(inserts.filter((name) => name === 'settlements').length).toBeLessThan(10);
    // Lists show the newest row of each conversation, and nothing is closed twice.
    const { chats } = await a.core.messaging.listChats(senderOf(mara));
    expect(chats.map(({ num_unread_messages: unread }) => unread)).toEqual([15, 15]);
    expect(await a.core.messaging.sweepMessages(60_000)).toMatchObject({ debits: 0, voids: 0 });
    expect(await messagesLeft(mara)).toBe(45);
  });
});

describe('read marks of each side', () => {
  it('count exactly, never move back and never past the last row', async () => {
    const [mara, jonas] = await people(20, 5);
    for (let index = 0; index < 3; index += 1) await send(a, mara, jonas);
    await send(b, jonas, mara);
    const conversation = a.core.messaging.conversationOf(mara.id, jonas.id);
    const unread = async (member: AddedMember) =>
      (await b.core.messaging.listChats(senderOf(member))).chats.map((chat) => chat.num_unread_messages);
    expect(await unread(jonas)).toEqual([3]);
    expect(await unread(mara)).toEqual([1]);
    expect(await a.core.messaging.markRead(jonas.id, conversation, 2)).toMatchObject({
      value: { readSeq: 2, num_unread_messages: 1 },
    });
    expect(await b.core.messaging.markRead(jonas.id, conversation, 1)).toMatchObject({
      value: { readSeq: 2 },
    });
    expect(await a.core.messaging.markRead(jonas.id, conversation, 1_000_000_000)).toMatchObject({
      value: { readSeq: 4, num_unread_messages: 0 },
    });
    expect(await unread(jonas)).toEqual([0]);
  });

  it('survive the removal of a chat until a new message shows it again [S7-030]', async () => {
    const [mara, jonas] = await people(20, 0);
    await send(a, mara, jonas);
    const conversation = a.core.messaging.conversationOf(mara.id, jonas.id);
    await b.core.messaging.removeChat(jonas.id, conversation);
    expect((await a.core.messaging.listChats(senderOf(jonas))).chats).toEqual([]);
    await send(a, mara, jonas, { text: 'Again' });
    expect((await b.core.messaging.listChats(senderOf(jonas))).chats).toMatchObject([
      { preview: 'Again', num_unread_messages: 1 },
    ]);
    expect((await messagesOf(jonas, mara)).map((message) => message.text)).toEqual(['Again']);
  });

  it('protect conversations of others from reading, marking and removing', async () => {
    const [mara, jonas, eve] = (await people(20, 0, 5)) as [AddedMember, AddedMember, AddedMember];
    await send(a, mara, jonas);
    const conversation = a.core.messaging.conversationOf(mara.id, jonas.id);
    const { messaging } = a.core;
    const tries = [
      messaging.listMessages(senderOf(eve), { conversation }),
      messaging.markRead(eve.id, conversation, 1),
      messaging.markReceived(eve.id, conversation, 1),
      messaging.removeChat(eve.id, conversation),
    ];
    for (const result of await Promise.all(tries)) {
      expect(result).toEqual({ ok: false, refusal: { code: 'NOT_FOUND' } });
    }
  });
});
