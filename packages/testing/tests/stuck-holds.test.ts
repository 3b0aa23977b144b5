import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AddedMember, senderOf } from '../src/index.ts';
import { booksAddUp, twoCores } from './two-cores-in-test.ts';

/** Holds that the sweep cannot close for a while: other holds do not wait for them, and nothing is lost. */
const { world, a } = twoCores();
booksAddUp(world);
afterEach(() => {
  vi.restoreAllMocks();
});

const pass = () => a.core.messaging.sweepMessages(0);

/** Credits held for messages that were never stored. */
async function holds(from: AddedMember, to: AddedMember, count: number): Promise<string[]> {
  const clientIds = Array.from({ length: count }, () => randomUUID());
  for (const clientId of clientIds) await world.hold(from, to, { clientId });
  return clientIds;
}

/** Makes every return to this member fail until it is undone. */
function nothingGoesBackTo({ id }: AddedMember) {
  const { credits } = a.core;
  const voidHold = credits.voidHold.bind(credits);
  return vi.spyOn(credits, 'voidHold').mockImplementation(async (hold, reason) => {
    if (hold.owner === id) throw new Error('not this one');
    return voidHold(hold, reason);
  });
}

const settlements = () =>
  a.mongo.connection.collection<{ _id: string; outcome: string; at: number }>('settlements');

/** A photo draft that waits to be sent. The picture itself is not needed. */
async function draftOf({ id: member }: AddedMember): Promise<string> {
  const _id = randomUUID();
  const at = world.clock.now();
  const rest = { key: _id, width: 3, height: 2, uploadedAt: at, send: null, claimedAt: at };
  const nowhere = { conversation: null, recipient: null, seq: null, acceptedAt: null };
  await a.mongo.connection
    .collection<{ _id: string }>('chat_photos')
    .insertOne({ _id, member, ...rest, ...nowhere } as never);
  return _id;
}

/** Makes it impossible to record that this photo was sent, until it is undone. */
function nothingIsNotedOf(photo: string) {
  const prototype = Object.getPrototypeOf(a.mongo.connection.collection('chat_photos'));
  const { findOneAndUpdate } = prototype;
  return vi.spyOn(prototype, 'findOneAndUpdate').mockImplementation(function (this: unknown, ...given) {
    const [{ _id }, { $set: change }] = given as [{ _id?: string }, { $set?: { seq?: number } }];
    if (_id === photo && change?.seq !== undefined) throw new Error('not this photo');
    return findOneAndUpdate.apply(this, given);
  });
}

/** Records from which time on each pass reads the ledger. */
function readFrom(): number[] {
  const starts: number[] = [];
  a.mongo.connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find' && command.find === 'ledger' && command.filter.at)
      starts.push(command.filter.at.$gte);
  });
  return starts;
}

/** Members with credits, after a first pass: the window begins here. */
async function people() {
  const people = await world.people({ credits: 200, premium: true }, { credits: 5 }, {});
  await pass();
  return people as [AddedMember, AddedMember, AddedMember];
}

describe('a hold that cannot be closed', () => {
  it('does not hold back the watermark, and is closed as soon as possible', async () => {
    const [mara, , jonas] = await people();
    await holds(mara, jonas, 1);
    const heldAt = world.clock.now();
    const failing = nothingGoesBackTo(mara);
    world.later(25_000);
    await expect(pass()).rejects.toThrow('1 failed: Error: not this one');
    const starts = readFrom();
    // Longer ago than the passes of every five minutes read.
    world.later(600_000);
    await expect(pass()).rejects.toThrow('1 failed: Error: not this one');
    expect(Math.min(...starts)).toBeGreaterThan(heldAt);
    world.later(25_000);
    await expect(pass()).rejects.toThrow('1 failed: Error: not this one');
    failing.mockRestore();
    expect(await world.balance(mara)).toBe(199);
    await pass();
    expect(await world.balance(mara)).toBe(200);
    expect(await world.returns(mara)).toEqual(['not_delivered']);
    expect(await pass()).toMatchObject({ read: 0 });
  });

  it('is shown as held in the statement while it is open', async () => {
    const [mara, , jonas] = await people();
    await holds(mara, jonas, 1);
    const gift = (key: string) => a.core.credits.grant(mara.id, { key, credits: 1, reason: 'operator' });
    // More rows behind it than a statement reads at once.
    await Promise.all(Array.from({ length: 250 }, (_, n) => gift(`gift:${n}`)));
    const failing = nothingGoesBackTo(mara);
    world.later(25_000);
    await expect(pass()).rejects.toThrow('not this one');
    world.later(600_000);
    await expect(pass()).rejects.toThrow('not this one');
    await gift('gift:last');
    expect(await a.core.credits.getStatement(mara.id)).toMatchObject({ held: 1 });
    failing.mockRestore();
  });

  it('is never lost, also among more than can be tracked by name', async () => {
    const [mara, , jonas] = await people();
    await holds(mara, jonas, 21);
    const failing = nothingGoesBackTo(mara);
    for (const ms of [25_000, 600_000]) {
      world.later(ms);
      await expect(pass()).rejects.toThrow('21 failed');
    }
    failing.mockRestore();
    await pass();
    expect(await world.balance(mara)).toBe(200);
  });

  it('and was given up before blocks none of those beside it', async () => {
    const [mara, nele, jonas] = await people();
    const failing = nothingGoesBackTo(mara);
    const [clientId = ''] = await holds(mara, jonas, 1);
    await settlements().insertOne({
      _id: `${mara.id}:${clientId}`,
      outcome: 'void',
      at: world.clock.now(),
    });
    await holds(nele, jonas, 2);
    world.later(25_000);
    await expect(pass()).rejects.toThrow('1 failed: Error: not this one');
    expect(await world.balance(nele)).toBe(5);
    failing.mockRestore();
    const input = { clientId, profile: jonas.id, text: 'Hello', credits: 1 };
    expect(await a.core.messaging.sendMessage(senderOf(mara), input)).toMatchObject({ ok: false });
  });

  it('because of its photo blocks no settlement beside it', async () => {
    const [mara, , jonas] = await people();
    const photo = await draftOf(mara);
    const failing = nothingIsNotedOf(photo);
    const send = (clientId: string, more: object) =>
      a.core.messaging.sendMessage(senderOf(mara), {
        clientId,
        profile: jonas.id,
        text: '',
        ...more,
      } as never);
    const clientIds = Array.from({ length: 3 }, () => randomUUID());
    const [first = '', second = '', last = ''] = clientIds;
    await send(first, { text: 'before', credits: 1 });
    await expect(send(second, { photo, credits: 2 })).rejects.toThrow('not this photo');
    await send(last, { text: 'behind', credits: 1 });
    world.later(25_000);
    await expect(pass()).rejects.toThrow('not this photo');
    const settled = (key: string) => settlements().findOne({ _id: `${mara.id}:${key}` });
    const outcomes = async () => (await Promise.all(clientIds.map(settled))).map((row) => row?.outcome);
    expect(await outcomes()).toEqual(['debit', undefined, 'debit']);
    failing.mockRestore();
    await pass();
    expect(await outcomes()).toEqual(['debit', 'debit', 'debit']);
  });
});
