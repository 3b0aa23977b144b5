import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  activate,
  deleteAccount,
  getChats,
  getLikes,
  getMessages,
  getUser,
  logIn,
  reactivateAccount,
  reportProfile,
  signUp,
} from '@heartline/contracts';
import { checkInvariants } from '@heartline/core';
import { connectRedis, createLogger, type Redis } from '@heartline/platform';
import { outcomeOf, PASSWORD, signUpForm } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from './accounts-in-test.ts';
import { type Person, startLivedIn } from './members-with-history.ts';

describe('personal data of a member', () => {
  let fixture: Awaited<ReturnType<typeof startLivedIn>>;
  let redis: Redis;

  beforeAll(async () => {
    fixture = await startLivedIn();
    const logger = createLogger({ level: 'silent', service: 'test' });
    redis = await connectRedis({ url: fixture.world.redis.url, logger, name: 'test' });
  });
  afterAll(async () => {
    await redis.close();
    await fixture.stop();
  });

  /** Every document, Redis entry and file, each as one text with its location in front. */
  async function everythingStored(): Promise<{ place: string; text: string }[]> {
    const found: { place: string; text: string }[] = [];
    const { db } = fixture.world.inside.mongo.connection;
    for (const { name } of (await db?.listCollections().toArray()) ?? []) {
      for (const row of (await db?.collection(name).find({}).toArray()) ?? []) {
        found.push({ place: name, text: JSON.stringify(row) });
      }
    }
    for await (const keys of redis.scanIterator({ COUNT: 500 })) {
      for (const key of [keys].flat())
        found.push({ place: 'redis', text: `${key} ${await redisValue(key)}` });
    }
    for (const entry of await readdir(fixture.world.mediaDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      found.push({ place: 'files', text: `${path} ${(await readFile(path)).toString('latin1')}` });
    }
    return found;
  }

  async function redisValue(key: string): Promise<string> {
    const type = await redis.type(key);
    if (type === 'string') return (await redis.get(key)) ?? '';
    if (type === 'hash') return JSON.stringify(await redis.hGetAll(key));
    if (type === 'set') return (await redis.sMembers(key)).join(' ');
    if (type === 'zset') return (await redis.zRange(key, 0, -1)).join(' ');
    if (type === 'list') return (await redis.lRange(key, 0, -1)).join(' ');
    return type;
  }

  /** Places whose rows may name the erased member by id: the books, the other side's history, the erasure record. */
  const STORED = new Set(['ledger', 'settlements', 'payments', 'messages', 'inbox', 'deletions', 'redis']);

  async function erase(person: Person): Promise<void> {
    await person.client.call(deleteAccount, { password: PASSWORD });
    fixture.world.clock.advance(14 * DAY_MS + HOUR_MS);
    await fixture.core.accounts.sweepAccounts();
    // Undelivered messages were paid back. The sweep, which runs every minute, removes the pending task.
    await fixture.core.messaging.sweepReturns();
    fixture.world.clock.advance(HOUR_MS);
    await fixture.core.messaging.sweepReturns();
  }

  describe('an erasure', () => {
    it('leaves no name, address, text or picture anywhere, and the books unchanged', async () => {
      const { mara, noor, passage } = await fixture.livedIn();
      await fixture.archiveOf(mara);
      const traces = [mara.email, mara.name, passage];
      const before = await everythingStored();
      for (const trace of traces) {
        expect([trace, before.some(({ text }) => text.includes(trace))]).toEqual([trace, true]);
      }
      const pictures = before.filter(({ place }) => place === 'files').length;
      const ledger = () =>
        fixture.world.inside.mongo.connection
          .collection('ledger')
          .find({ owner: mara.id })
          .sort({ _id: 1 })
          .toArray();
      const books = await ledger();
      expect(books.length).toBeGreaterThan(1);
      await erase(mara);
      const after = await everythingStored();
      for (const trace of traces) {
        const left = after.filter(({ text }) => text.includes(trace)).map(({ place }) => place);
        expect([trace, left]).toEqual([trace, []]);
      }
      const named = after.filter(({ place, text }) => text.includes(mara.id) && !STORED.has(place));
      expect(named).toEqual([]);
      expect(after.filter(({ place }) => place === 'files').length).toBeLessThan(pictures);
      expect(await ledger()).toEqual(books);
      // The other member stays: her own texts remain, and no deleted profile is shown to her.
      fixture.world.clock.advance(5_000);
      const again = fixture.world.browser();
      await again.call(logIn, { email: noor.email, password: PASSWORD });
      expect((await again.call(getChats, {})).chats).toEqual([]);
      expect((await again.call(getLikes, {})).profiles).toEqual([]);
      const conversation = fixture.core.messaging.conversationOf(mara.id, noor.id);
      const { messages } = await again.call(getMessages, { conversation });
      expect(messages.map(({ text }) => text)).toEqual(['', `an answer by ${noor.name}`]);
      const violations = await checkInvariants(fixture.world.inside.mongo, {
        now: fixture.world.clock.now(),
        quietMs: 365 * DAY_MS,
        windowMs: DAY_MS,
        freeConversations: async () => 2,
      });
      expect(violations).toEqual([]);
    });

    it('removes the member’s texts from their report, and keeps the other side’s', async () => {
      const { mara, noor, passage } = await fixture.livedIn();
      const conversation = fixture.core.messaging.conversationOf(mara.id, noor.id);
      const { messages } = await mara.client.call(getMessages, { conversation });
      const answer = messages.find(({ sender }) => sender === noor.id);
      const { case: id } = await mara.client.call(reportProfile, {
        clientId: randomUUID(),
        profile: noor.id,
        subject: { kind: 'message', conversation, seq: answer?.seq ?? 0 },
        reason: 'harassment',
        note: 'It hurt me',
      });
      const words = async () => JSON.stringify(await fixture.core.safety.cases.find(id));
      expect(await words()).toContain(passage);
      await erase(mara);
      expect(await words()).not.toContain(passage);
      expect(await words()).not.toContain('It hurt me');
      expect((await fixture.core.safety.cases.find(id))?.snapshot.message?.text).toBe(answer?.text);
    });

    it('frees the address for a new account', async () => {
      const { mara } = await fixture.livedIn();
      await mara.client.call(deleteAccount, { password: PASSWORD });
      const again = () => fixture.world.browser().call(signUp, signUpForm({ email: mara.email }));
      expect(await outcomeOf(again())).toBe('EMAIL_PENDING_DELETION');
      fixture.world.clock.advance(14 * DAY_MS + HOUR_MS);
      await fixture.core.accounts.sweepAccounts();
      await again();
    });

    it('runs on day 15 and not before, once, with any number of workers', async () => {
      const { mara } = await fixture.livedIn();
      await mara.client.call(deleteAccount, { password: PASSWORD });
      const account = () =>
        fixture.world.inside.mongo.connection
          .collection<{ _id: string }>('accounts')
          .findOne({ _id: mara.id });
      fixture.world.clock.advance(14 * DAY_MS - HOUR_MS);
      await fixture.core.accounts.sweepAccounts();
      expect(await account()).not.toBeNull();
      fixture.world.clock.advance(2 * HOUR_MS);
      const [a, b] = fixture.world.gateways;
      await Promise.all([a, b, a].map(async (gateway) => gateway?.core.accounts.sweepAccounts()));
      expect(await account()).toBeNull();
      const row = await fixture.world.inside.mongo.connection
        .collection<{ _id: string; erasedAt: number | null }>('deletions')
        .findOne({ _id: mara.id });
      expect(row?.erasedAt).toBeGreaterThan(0);
      await fixture.core.accounts.sweepAccounts();
    });

    it('runs on day 30 for unconfirmed accounts, and never for confirmed ones', async () => {
      const join = async (name: string) => {
        const email = `${name.toLowerCase()}@mail.example`;
        await fixture.world.browser().call(signUp, signUpForm({ email, name }));
        const { connection } = fixture.world.inside.mongo;
        const account = await connection.collection<{ _id: string }>('accounts').findOne({ email });
        return account?._id ?? '';
      };
      const [silent, active] = [await join('Silent'), await join('Active')];
      const { connection } = fixture.world.inside.mongo;
      const mail = await connection.collection('mails').findOne({ member: active, template: 'activation' });
      await fixture.world.browser().call(activate, { token: mail?.['secret'], password: PASSWORD });
      const accounts = connection.collection<{ _id: string }>('accounts');
      const profiles = connection.collection<{ _id: string }>('profiles');
      fixture.world.clock.advance(30 * DAY_MS - HOUR_MS);
      await fixture.core.accounts.sweepAccounts();
      expect(await accounts.countDocuments({ _id: { $in: [silent, active] } })).toBe(2);
      fixture.world.clock.advance(2 * HOUR_MS);
      await fixture.core.accounts.sweepAccounts();
      expect(await accounts.findOne({ _id: silent })).toBeNull();
      expect(await profiles.findOne({ _id: silent })).toBeNull();
      expect(await accounts.findOne({ _id: active })).not.toBeNull();
      const open = { _id: active, erasedAt: null };
      expect(await connection.collection<typeof open>('deletions').findOne(open)).toBeNull();
    });

    it('is decided once when the restore link is pressed at the last moment', async () => {
      for (let round = 0; round < 3; round += 1) {
        const { mara } = await fixture.livedIn();
        await mara.client.call(deleteAccount, { password: PASSWORD });
        const mail = await fixture.world.inside.mongo.connection
          .collection('mails')
          .findOne({ member: mara.id, template: 'account-deleted' });
        fixture.world.clock.advance(14 * DAY_MS - 20);
        const pressed = await Promise.allSettled([
          fixture.world.browser(1).call(reactivateAccount, { token: String(mail?.['secret']) }),
          ...Array.from({ length: 5 }, () => fixture.core.accounts.sweepAccounts()),
        ]);
        await fixture.core.accounts.sweepAccounts();
        const account = await fixture.world.inside.mongo.connection
          .collection<{ _id: string; status: string }>('accounts')
          .findOne({ _id: mara.id });
        const profile = await fixture.world.inside.mongo.connection
          .collection<{ _id: string; status: string }>('profiles')
          .findOne({ _id: mara.id });
        const isBack = pressed[0]?.status === 'fulfilled';
        expect([account?.status, profile?.status]).toEqual(
          isBack ? ['active', 'active'] : [undefined, undefined],
        );
      }
    });

    it('runs with all others of a pass although a deletion and an archive fail', async () => {
      const { mara } = await fixture.livedIn();
      const [spoilt] = await fixture.world.people({ status: 'deleted' });
      const { connection } = fixture.world.inside.mongo;
      const rows = (name: string) => connection.collection<{ _id: string }>(name);
      const now = fixture.world.clock.now();
      await mara.client.call(deleteAccount, { password: PASSWORD });
      // Its account cannot be read from its key, and the account document was damaged by hand.
      const over = { key: 'spoilt', state: 'ready', askedAt: now, expiresAt: now };
      await rows('exports').insertMany([
        { _id: 'a', ...over },
        { _id: 'b', ...over, key: randomUUID() },
      ]);
      const deletion = { at: now, eraseAt: 'never', statusBefore: 'active', erasingAt: null };
      await rows('accounts').updateOne({ _id: spoilt.id }, { $set: { deletion } });
      const waiting = { askedAt: now - HOUR_MS, eraseAt: now + 99 * DAY_MS, settledAt: null, erasedAt: null };
      await rows('deletions').insertOne({ _id: spoilt.id, ...waiting });
      fixture.world.clock.advance(15 * DAY_MS);
      await expect(fixture.core.accounts.sweepAccounts()).rejects.toThrow('failed');
      expect(await rows('accounts').findOne({ _id: mara.id })).toBeNull();
      expect(
        await rows('exports')
          .find({ _id: { $in: ['a', 'b'] } })
          .toArray(),
      ).toMatchObject([{ _id: 'a' }]);
      await rows('exports').deleteOne({ _id: 'a' });
      await rows('deletions').deleteOne({ _id: spoilt.id });
    });

    it('finishes what was interrupted at any step', async () => {
      const { mara } = await fixture.livedIn();
      const { connection } = fixture.world.inside.mongo;
      const accounts = connection.collection<{ _id: string }>('accounts');
      const deletions = connection.collection<{ _id: string }>('deletions');
      // Interrupted before the account was closed: the deletion row has no effect and is removed.
      const now = fixture.world.clock.now();
      const cutOff = { askedAt: now - HOUR_MS, eraseAt: now + DAY_MS, settledAt: null, erasedAt: null };
      await deletions.updateOne({ _id: mara.id }, { $set: cutOff }, { upsert: true });
      await fixture.core.accounts.sweepAccounts();
      expect(await deletions.findOne({ _id: mara.id })).toBeNull();
      expect((await mara.client.call(getUser, {})).user.status).toBe('active');
      // Interrupted after the account was closed: the sweep hides it, ends its sessions and notifies it.
      await deletions.insertOne({
        _id: mara.id,
        askedAt: now - HOUR_MS,
        eraseAt: now + 14 * DAY_MS,
        settledAt: null,
        erasedAt: null,
      } as { _id: string });
      await accounts.updateOne(
        { _id: mara.id },
        {
          $set: {
            status: 'deleted',
            deletion: { at: now, eraseAt: now + 14 * DAY_MS, statusBefore: 'active', erasingAt: null },
          },
          $inc: { era: 1 },
        },
      );
      await fixture.core.accounts.sweepAccounts();
      const profile = await connection
        .collection<{ _id: string; status: string }>('profiles')
        .findOne({ _id: mara.id });
      expect(profile?.status).toBe('deleted');
      expect(await connection.collection('sessions').findOne({ member: mara.id })).toBeNull();
      await fixture.core.accounts.sweepAccounts();
      const letters = { member: mara.id, template: 'account-deleted' };
      expect(await connection.collection('mails').find(letters).toArray()).toHaveLength(1);
      // Interrupted during the erasure, after the account was deleted: the record is closed.
      fixture.world.clock.advance(15 * DAY_MS);
      await accounts.deleteOne({ _id: mara.id });
      await fixture.core.accounts.sweepAccounts();
      expect(await deletions.findOne({ _id: mara.id })).toMatchObject({ erasedAt: expect.any(Number) });
      expect(await connection.collection('mails').findOne({ member: mara.id })).toBeNull();
      expect(await connection.collection<{ _id: string }>('profiles').findOne({ _id: mara.id })).toBeNull();
    });
  });
});
