import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AddedMember, senderOf } from '../src/index.ts';
import { booksAddUp, twoCores } from './two-cores-in-test.ts';

/** Holds that the sweep can't close for a while: nothing else waits for them, and nothing of them is lost. */
const { world, a } = twoCores();
booksAddUp(world);
afterEach(() => {
  vi.restoreAllMocks();
});

const pass = () => a.core.messaging.sweepMessages(0);

/** Credits held for messages that never stood. */
async function holds(from: AddedMember, to: AddedMember, count: number): Promise<string[]> {
  const clientIds = Array.from({ length: count }, () => randomUUID());
  for (const clientId of clientIds) await world.hold(from, to, { clientId });
  return clientIds;
}

/** Of this member nothing can be given back, as long as it says so. */
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

/** A photo that waits to be sent; nothing is drawn of it. */
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

/** That this photo was sent is written down nowhere, as long as it says so. */
function nothingIsNotedOf(photo: string) {
  const prototype = Object.getPrototypeOf(a.mongo.connection.collection('chat_photos'));
  const { findOneAndUpdate } = prototype;
  return vi.spyOn(prototype, 'findOneAndUpdate').mockImplementation(function (this: unknown, ...given) {
    const [{ _id }, { $set: change }] = given as [{ _id?: string }, { $set?: { seq?: number } }];
    if (_id === photo && change?.seq !== undefined) throw new Error('not this photo');
    return findOneAndUpdate.apply(this, given);
  });
}

/** From when on the ledger is read by the time of its rows, pass by pass. */
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

describe('a hold that can’t be closed', () => {
  it('does not keep the mark: what came before is not read again with it, and it is closed once it can be', async () => {
    const [mara, , jonas] = await people();
    await holds(mara, jonas, 1);
    const heldAt = world.clock.now();
    const failing = nothingGoesBackTo(mara);
    world.later(25_000);
    await expect(pass()).rejects.toThrow('1 failed: Error: not this one');
    const starts = readFrom();
    // Longer than the passes of every five minutes look back.
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

  it('is held in the statement as long as it is open', async () => {
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

  it('of so many that they are not all known by name, none is lost', async () => {
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

  it('and was given up before keeps none of those beside it from being closed', async () => {
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

  it('since its photo can’t be noted keeps none beside it from being settled', async () => {
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
