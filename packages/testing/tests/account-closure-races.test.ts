import { randomUUID } from 'node:crypto';
import { CONSTANTS } from '@heartline/contracts';
import { createPasswords } from '@heartline/platform';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AddedMember, type MemberWish, PASSWORD, senderOf } from '../src/index.ts';
import { booksAddUp, twoCores } from './two-cores-in-test.ts';

/** Accounts and conversations that are closed while something else closes or opens them. */
const { world, a, b } = twoCores();
booksAddUp(world);
let account: NonNullable<MemberWish['account']>;

beforeAll(async () => {
  account = { passwordHash: await createPasswords().hash(PASSWORD) };
});
afterEach(() => {
  vi.restoreAllMocks();
});

const DAY_MS = 86_400_000;
const FAKE = { outcome: 'removed_as_fake', reasons: 'Fake.', operator: 'op' } as const;
const DEVICE = { name: 'Phone' };

async function send(from: AddedMember, to: AddedMember, core = a) {
  const input = { clientId: randomUUID(), profile: to.id, text: 'Hello', credits: 1 };
  const sent = await core.core.messaging.sendMessage(senderOf(from), input);
  if (!sent.ok) throw new Error(sent.refusal.code);
  return sent.value.message;
}

const statusOf = async ({ id }: AddedMember) =>
  (await a.mongo.connection.collection<{ _id: string; status: string }>('accounts').findOne({ _id: id }))
    ?.status;

describe('a member who deleted the account before an operator closed it', () => {
  async function deletedAndReported() {
    const [mara, jonas] = await world.people({ credits: 5 }, { account });
    const id = await world.reportFake(mara, jonas);
    expect((await a.core.accounts.deleteAccount(jonas.id, PASSWORD)).ok).toBe(true);
    const mails = a.mongo.connection.collection<{ member: string; secret: string }>('mails');
    const { secret = '' } = (await mails.findOne({ member: jonas.id, template: 'account-deleted' })) ?? {};
    expect(secret).not.toBe('');
    return { jonas, id, comeBack: () => b.core.accounts.reactivate({ token: secret }, DEVICE) };
  }

  it.each([
    ['suspended', (id: string) => a.core.safety.cases.decide(id, { ...FAKE, outcome: 'suspended' })],
    ['removed as fake', (id: string) => a.core.safety.cases.decide(id, FAKE)],
  ])('and is %s cannot restore it by the mailed link, nor after being let in again', async (_, decide) => {
    const { jonas, id, comeBack } = await deletedAndReported();
    expect(await decide(id)).toMatchObject({ ok: true, value: { hasClosed: true } });
    expect(await comeBack()).toMatchObject({ refusal: { code: 'ACCOUNT_DISABLED' } });
    const login = { email: jonas.email, password: PASSWORD };
    expect(await b.core.accounts.logIn(login, 'default', DEVICE)).toMatchObject({
      refusal: { code: 'ACCOUNT_DISABLED' },
    });
    // No restore link is mailed that would fail, also not one that waited to be sent.
    const mails = a.mongo.connection.collection<{ _id: string; member: string }>('mails');
    await mails.updateOne({ member: jonas.id }, { $set: { sentAt: null, takenAt: null, dueAt: 0 } });
    const letter = await mails.findOne({ member: jonas.id, template: 'account-deleted' });
    const sent: unknown[] = [];
    await a.core.accounts.deliverMail(letter?._id ?? '', async (outgoing) => void sent.push(outgoing));
    expect(sent).toEqual([]);
    expect(await b.core.accounts.requestPasswordReset(jonas.email, 'default')).toMatchObject({
      refusal: { code: 'EMAIL_NOT_FOUND' },
    });
    expect(await statusOf(jonas)).toBe('deleted');
    expect(await a.core.accounts.restore(jonas.id)).toBe(true);
    expect(await statusOf(jonas)).toBe('deleted');
    expect(await comeBack()).toMatchObject({ ok: true });
    expect(await statusOf(jonas)).toBe('active');
  });

  it('is erased on the same day as other members', async () => {
    const { jonas } = await deletedAndReported();
    expect(await a.core.accounts.suspend(jonas.id)).toBe(true);
    world.later(CONSTANTS.reactivationDays * DAY_MS + 1_000);
    await a.core.accounts.sweepAccounts();
    expect(await statusOf(jonas)).toBeUndefined();
    expect(await a.core.accounts.restore(jonas.id)).toBe(false);
  });

  it('is restored or stays closed when both happen at once, never opened by a decision', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { jonas, comeBack } = await deletedAndReported();
      await Promise.all([comeBack(), a.core.accounts.suspend(jonas.id)]);
      expect(await statusOf(jonas)).not.toBe('active');
      expect((await a.core.profiles.statusOf(jonas.id))?.status).not.toBe('active');
    }
  });
});

describe('a fictional profile', () => {
  async function reportedFictional() {
    const [mara, fia] = await world.people({}, { fictional: true });
    return { mara, fia, id: await world.reportFake(mara, fia) };
  }

  it.each(['suspended', 'removed_as_fake'] as const)(
    'without an account is not %s, and its case can be decided otherwise',
    async (outcome) => {
      const { mara, fia, id } = await reportedFictional();
      // A profile of the staff may have no account and no session.
      await a.mongo.connection.collection<{ _id: string }>('accounts').deleteOne({ _id: fia.id });
      await a.mongo.connection.collection('sessions').deleteMany({ member: fia.id });
      expect(await a.core.safety.cases.decide(id, { ...FAKE, outcome })).toMatchObject({
        refusal: { code: 'VALIDATION_FAILED' },
      });
      expect(await a.core.safety.getCase(mara.id, id)).toMatchObject({ value: { case: { decision: null } } });
      expect(await a.mongo.connection.collection('owedReturns').countDocuments({ kind: 'decided' })).toBe(0);
      const warning = { ...FAKE, outcome: 'warning' } as const;
      expect(await a.core.safety.cases.decide(id, warning)).toMatchObject({ ok: true });
    },
  );

  it('is closed like any other profile when it has an account', async () => {
    const { fia, id } = await reportedFictional();
    expect(await a.core.safety.cases.decide(id, FAKE)).toMatchObject({ value: { hasClosed: true } });
    expect((await b.core.profiles.statusOf(fia.id))?.status).toBe('disabled');
  });
});

it('pays back messages to a member who is erased after an interrupted activation', async () => {
  // The profile is active, but the account never was.
  const [mara, jonas] = await world.people({ credits: 5 }, {});
  const now = world.clock.now();
  const eraseAt = now + CONSTANTS.unconfirmedDays * DAY_MS;
  const { connection } = a.mongo;
  await connection
    .collection<{ _id: string }>('accounts')
    .updateOne({ _id: jonas.id }, { $set: { status: 'not_confirmed', createdAt: now } });
  const open = { _id: jonas.id, askedAt: now, eraseAt, settledAt: now, erasedAt: null };
  await connection.collection<{ _id: string }>('deletions').insertOne(open);
  await send(mara, jonas);
  world.later((CONSTANTS.unconfirmedDays + 1) * DAY_MS);
  await a.core.accounts.sweepAccounts();
  expect(await statusOf(jonas)).toBeUndefined();
  expect(await world.returns(mara)).toEqual(['recipient_deleted']);
  expect(await world.balance(mara)).toBe(5);
});

it('keeps messages sent after a member was let in again, and their payment', async () => {
  const [mara, jonas] = await world.people({ credits: 5 }, {});
  await send(mara, jonas);
  expect(await a.core.safety.cases.removeAsFake(jonas.id)).toMatchObject({ returned: 1 });
  await a.core.accounts.restore(jonas.id);
  world.later(20_000);
  const { conversation, seq } = await send(mara, jonas);
  await a.core.messaging.markRead(jonas.id, conversation, seq);
  await world.sweep(31_000);
  await world.sweep(70_000);
  expect(await world.returns(mara)).toEqual(['removed_as_fake']);
  expect(await world.balance(mara)).toBe(4);
});

it('keeps the payment of read messages when a member leaves right after being let in', async () => {
  const [mara, jonas] = await world.people({ credits: 5 }, { account });
  await send(mara, jonas);
  expect(await a.core.safety.cases.removeAsFake(jonas.id)).toMatchObject({ returned: 1 });
  await a.core.accounts.restore(jonas.id);
  const { conversation, seq } = await send(mara, jonas);
  await a.core.messaging.markRead(jonas.id, conversation, seq);
  await send(mara, jonas);
  expect((await a.core.accounts.deleteAccount(jonas.id, PASSWORD)).ok).toBe(true);
  await world.sweep(31_000);
  await world.sweep(70_000);
  // Messages they had not read are paid back, as with any member who leaves.
  expect(await world.returns(mara)).toEqual(['recipient_deleted', 'removed_as_fake']);
  expect(await world.balance(mara)).toBe(4);
});

it('keeps the payment of read messages when a removed member is let in and leaves', async () => {
  const [mara, jonas] = await world.people({ credits: 5 }, { account });
  await send(mara, jonas);
  const { returnAllTo } = a.core.messaging;
  vi.spyOn(a.core.messaging, 'returnAllTo').mockImplementationOnce(async (...of) => {
    expect(await b.core.accounts.restore(jonas.id)).toBe(true);
    return returnAllTo(...of);
  });
  expect(await a.core.safety.cases.removeAsFake(jonas.id)).toMatchObject({ returned: 1 });
  await world.sweep(31_000);
  const { conversation, seq } = await send(mara, jonas);
  await a.core.messaging.markRead(jonas.id, conversation, seq);
  expect((await a.core.accounts.deleteAccount(jonas.id, PASSWORD)).ok).toBe(true);
  await world.sweep(31_000);
  await world.sweep(70_000);
  expect(await world.returns(mara)).toEqual(['removed_as_fake']);
  expect(await world.balance(mara)).toBe(4);
});

it.each([
  ['before', true],
  ['after', false],
])('keeps and charges messages that an unblock let in %s the second block check', async (_, isOld) => {
  const [mara, jonas] = await world.people({ credits: 5 }, {});
  await send(mara, jonas);
  const { safety } = a.core;
  const isBlocked = safety.isBlocked.bind(safety);
  const asked = vi.spyOn(safety, 'isBlocked');
  asked.mockImplementationOnce(isBlocked).mockImplementationOnce(async (one, other) => {
    const was = await isBlocked(one, other);
    await b.core.safety.unblockProfile(jonas.id, mara.id);
    await send(mara, jonas, b);
    return isOld ? was : isBlocked(one, other);
  });
  await a.core.safety.blockProfile(jonas.id, mara.id);
  expect(asked.mock.calls.length).toBeGreaterThanOrEqual(2);
  const { chats } = await b.core.messaging.listChats(senderOf(jonas));
  expect(chats.map((chat) => chat.num_unread_messages)).toEqual([1]);
  await world.sweep(70_000);
  expect(await world.returns(mara)).toEqual(['blocked']);
});

it('keeps and charges a message that an unblock let in before the block’s row', async () => {
  const [mara, jonas] = await world.people({ credits: 5 }, {});
  await send(mara, jonas);
  const { safety } = a.core;
  const isBlocked = safety.isBlocked.bind(safety);
  const asked = vi.spyOn(safety, 'isBlocked');
  asked.mockImplementationOnce(async (one, other) => {
    const was = await isBlocked(one, other);
    await b.core.safety.unblockProfile(jonas.id, mara.id);
    await send(mara, jonas, b);
    return was;
  });
  await a.core.safety.blockProfile(jonas.id, mara.id);
  expect(await isBlocked(jonas.id, mara.id)).toBe(false);
  const { chats } = await b.core.messaging.listChats(senderOf(jonas));
  expect(chats.map((chat) => chat.num_unread_messages)).toEqual([1]);
  await world.sweep(70_000);
  expect(await world.returns(mara)).toEqual(['blocked']);
  expect((await send(mara, jonas)).seq).toBeGreaterThan(3);
});

it('shows the profile when an interrupted readmission is repeated', async () => {
  const [jonas] = await world.people({});
  expect(await a.core.accounts.suspend(jonas.id)).toBe(true);
  vi.spyOn(a.core.profiles, 'setStatus').mockRejectedValueOnce(new Error('died'));
  await expect(a.core.accounts.restore(jonas.id)).rejects.toThrow('died');
  const status = async () => (await b.core.profiles.statusOf(jonas.id))?.status;
  expect(await status()).toBe('disabled');
  await a.core.accounts.restore(jonas.id);
  await expect.poll(status).toBe('active');
});

it('queues no message for operators that arrived as a fictional profile was closed', async () => {
  const [mara, fia] = await world.people({ credits: 5 }, { fictional: true });
  const { profiles } = a.core;
  await a.core.accounts.confirmFictional(mara.id);
  const known = await profiles.statusOf(fia.id);
  expect(await b.core.accounts.suspend(fia.id)).toBe(true);
  // This process caches profile statuses for some seconds.
  vi.spyOn(profiles, 'statusOf').mockResolvedValue(known);
  const { conversation } = await send(mara, fia);
  vi.restoreAllMocks();
  const queue = a.mongo.connection.collection<{ _id: string; waiting: boolean }>('operatorQueue');
  const isWaiting = async () => (await queue.findOne({ _id: conversation }))?.waiting;
  await expect.poll(isWaiting).toBe(true);
  await world.sweep(31_000);
  await world.sweep(70_000);
  expect(await isWaiting()).toBe(false);
});
