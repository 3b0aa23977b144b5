import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  activate,
  deleteAccount,
  EXPORT_FILE_PATH,
  getChats,
  getExport,
  getLikes,
  getMessages,
  getUser,
  logIn,
  reactivateAccount,
  signUp,
  startExport,
} from '@heartline/contracts';
import { checkInvariants } from '@heartline/core';
import { connectRedis, createLogger, type Redis } from '@heartline/platform';
import { type HttpClient, Refused } from '@heartline/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewaysInTest, startGateways } from './gateway-in-test.ts';
import { readZip } from './read-zip.ts';

const PASSWORD = 'mauve tractor 41';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A member with a bit of everything. */
interface Person {
  id: string;
  email: string;
  name: string;
  client: HttpClient;
}

describe('what is kept about a member', () => {
  let world: GatewaysInTest;
  let mediaDir: string;
  let redis: Redis;
  let people = 0;

  beforeAll(async () => {
    mediaDir = await mkdtemp(join(tmpdir(), 'heartline-data-'));
    world = await startGateways({ count: 2, environment: { MEDIA_DIR: mediaDir } });
    const logger = createLogger({ level: 'silent', service: 'test' });
    redis = await connectRedis({ url: world.redisEngine.url, logger, name: 'test' });
  });
  afterAll(async () => {
    await redis.close();
    await world.stop();
    await rm(mediaDir, { recursive: true, force: true });
  });

  const core = () => {
    const [gateway] = world.gateways;
    if (!gateway) throw new Error('no gateway');
    return gateway.core;
  };

  async function newcomer(name: string): Promise<Person> {
    people += 1;
    const client = world.visitor();
    const email = `${name.toLowerCase()}.${people}@mail.example`;
    await client.call(signUp, {
      email,
      name,
      gender: 'female',
      sexuality: 'bi',
      date_of_birth: '1990-06-15',
      country: 'NL',
      region: 'NH',
      password: PASSWORD,
      language: 'de',
      signup_message: `Words only ${name} would write about themselves`,
    });
    const { user } = await client.call(getUser, {});
    const mail = await world.mongo.connection
      .collection('mails')
      .findOne({ member: user.id, template: 'activation' });
    await client.call(activate, { token: String(mail?.['secret']) });
    return { client, email, id: user.id, name };
  }

  const send = (from: Person, to: Person, text: string) =>
    core().messaging.sendMessage(
      { member: from.id, site: 'default' },
      { clientId: randomUUID(), profile: to.id, text, credits: 1 },
    );

  /** Somebody who wrote, was answered, liked, was liked, and has a picture. */
  async function livedIn(): Promise<{ mara: Person; noor: Person; passage: string }> {
    people += 1;
    const mara = await newcomer(`Mara${people}x`);
    const noor = await newcomer(`Noor${people}x`);
    const passage = `the blue bicycle of ${mara.name}`;
    expect((await send(mara, noor, passage)).ok).toBe(true);
    expect((await send(noor, mara, `an answer by ${noor.name}`)).ok).toBe(true);
    await core().likes.likeProfile(mara.id, noor.id);
    await core().likes.likeProfile(noor.id, mara.id);
    const picture = await sharp({
      create: { width: 300, height: 400, channels: 3, background: { r: 200, g: 60, b: 80 } },
    })
      .png()
      .toBuffer();
    expect((await core().profiles.addPhoto(mara.id, randomUUID(), picture)).ok).toBe(true);
    return { mara, noor, passage };
  }

  /** Asks for an archive and writes it, as the worker's job does. */
  async function archiveOf(person: Person): Promise<void> {
    await person.client.call(startExport, { password: PASSWORD });
    const row = await world.mongo.connection
      .collection<{ _id: string; key: string }>('exports')
      .findOne({ _id: person.id });
    await core().accounts.buildExport(person.id, row?.key ?? '');
  }

  async function download(client: HttpClient) {
    const [gateway] = world.gateways;
    const response = await fetch(`${gateway?.address}${EXPORT_FILE_PATH}`, {
      headers: { cookie: client.cookie },
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  async function refusal(work: Promise<unknown>): Promise<Refused> {
    const outcome = await work.then(
      () => new Error('was not refused'),
      (error: unknown) => error,
    );
    if (!(outcome instanceof Refused)) throw outcome;
    return outcome;
  }

  describe('the archive', () => {
    it('holds everything, to read and for machines, and of others only what the member sees', async () => {
      const { mara, noor, passage } = await livedIn();
      expect((await mara.client.call(getExport, {})).export).toBeNull();
      await archiveOf(mara);
      const { export: state } = await mara.client.call(getExport, {});
      expect(state).toMatchObject({ state: 'ready', progress: 100 });
      const { response, bytes } = await download(mara.client);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/zip');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('content-disposition')).toContain('attachment');
      expect(bytes).toHaveLength(state?.sizeBytes ?? 0);
      const files = readZip(bytes);
      const text = (name: string) => files.get(name)?.toString() ?? '';
      const data = (name: string) => JSON.parse(text(`data/${name}.json`));
      expect(data('account')).toMatchObject({ email: mara.email, language: 'de', status: 'active' });
      expect(data('profile')).toMatchObject({
        name: mara.name,
        dateOfBirth: '1990-06-15',
        about: `Words only ${mara.name} would write about themselves`,
        photos: ['photos/01.webp'],
      });
      expect(data('sessions')).toHaveLength(1);
      expect(data('likes')).toMatchObject({
        received: [{ name: noor.name }],
        given: [{ name: noor.name }],
        matches: [{ name: noor.name }],
      });
      expect(data('conversations/0001')).toMatchObject({
        with: noor.name,
        messages: [
          { from: 'me', text: passage },
          { from: noor.name, text: `an answer by ${noor.name}` },
        ],
      });
      const credits = data('credits') as { kind: string }[];
      expect(credits.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['grant', 'hold']));
      expect((await sharp(files.get('photos/01.webp')).metadata()).format).toBe('webp');
      const page = text('index.html');
      expect(page).toContain('<html lang="de">');
      expect(page).toContain('Deine Daten bei Heartline');
      expect(page).toContain(mara.email);
      expect(page).toContain('Geburtsdatum');
      expect(page).toContain('conversations/0001.html');
      expect(text('conversations/0001.html')).toContain(passage);
      // Nothing of the other person that the site does not show, and no secrets.
      const everything = [...files].map(([name, content]) => name + content.toString('latin1')).join('\n');
      for (const kept of [noor.email, noor.id, 'passwordHash', '$argon2', 'knownDevices', 'emailKey']) {
        expect([kept, everything.includes(kept)]).toEqual([kept, false]);
      }
    });

    it('shows what people wrote as text', async () => {
      const { mara, noor } = await livedIn();
      await send(noor, mara, '<img src=x onerror=alert(1)>\n{{7*7}}');
      await archiveOf(mara);
      const page = readZip((await download(mara.client)).bytes)
        .get('conversations/0001.html')
        ?.toString();
      expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
      expect(page).not.toContain('<img src=x');
    });

    it('leaves out what somebody wrote who can no longer be seen', async () => {
      const { mara, noor, passage } = await livedIn();
      await noor.client.call(deleteAccount, { password: PASSWORD });
      world.clock.advance(5_000);
      await archiveOf(mara);
      const files = readZip((await download(mara.client)).bytes);
      const conversation = JSON.parse(files.get('data/conversations/0001.json')?.toString() ?? '');
      expect(conversation).toMatchObject({ with: null, messages: [{ from: 'me', text: passage }] });
      const likes = JSON.parse(files.get('data/likes.json')?.toString() ?? '');
      expect(likes).toEqual({ received: [], given: [], matches: [] });
    });

    it('is for the session that asked, for a day, and asks for the password', async () => {
      const { mara, noor } = await livedIn();
      expect((await refusal(mara.client.call(startExport, { password: 'a guess' }))).error.code).toBe(
        'PASSWORD_WRONG',
      );
      await archiveOf(mara);
      const phone = world.visitor();
      await phone.call(logIn, { email: mara.email, password: PASSWORD });
      expect((await phone.call(getExport, {})).export).toBeNull();
      for (const client of [phone, noor.client, world.visitor()]) {
        expect((await download(client)).response.status).toBe(404);
      }
      expect((await download(mara.client)).response.status).toBe(200);
      world.clock.advance(DAY_MS + 1_000);
      expect((await download(mara.client)).response.status).toBe(404);
      expect((await mara.client.call(getExport, {})).export).toBeNull();
      await core().accounts.sweepAccounts();
      expect(await readdir(join(mediaDir, 'exports'))).toEqual([]);
    });

    it('is written once however often its job runs, and a newer one takes its place', async () => {
      const { mara } = await livedIn();
      await archiveOf(mara);
      const rows = () =>
        world.mongo.connection.collection<{ _id: string; key: string }>('exports').findOne({ _id: mara.id });
      const first = await rows();
      await core().accounts.buildExport(mara.id, first?.key ?? '');
      await mara.client.call(startExport, { password: PASSWORD });
      expect((await rows())?.key).toBe(first?.key);
      world.clock.advance(HOUR_MS);
      await mara.client.call(startExport, { password: PASSWORD });
      const second = await rows();
      expect(second?.key).not.toBe(first?.key);
      // The job of the first runs late: nothing of it stays.
      await core().accounts.buildExport(mara.id, first?.key ?? '');
      expect((await mara.client.call(getExport, {})).export?.state).toBe('building');
      expect(await readdir(join(mediaDir, 'exports'))).not.toContain(`${first?.key}.zip`);
    });

    it('says so when it cannot be written, and leaves no half of it', async () => {
      const { mara } = await livedIn();
      await mara.client.call(startExport, { password: PASSWORD });
      const exports = world.mongo.connection.collection<{ _id: string; key: string }>('exports');
      const row = await exports.findOne({ _id: mara.id });
      // A folder stands where the file belongs, as good as a full disk.
      const { mkdir } = await import('node:fs/promises');
      await mkdir(join(mediaDir, 'exports', `${row?.key}.zip`, 'full'), { recursive: true });
      await expect(core().accounts.buildExport(mara.id, row?.key ?? '')).rejects.toThrow();
      expect((await mara.client.call(getExport, {})).export?.state).toBe('failed');
      expect((await download(mara.client)).response.status).toBe(404);
      expect((await readdir(join(mediaDir, 'exports'))).filter((name) => name.endsWith('.draft'))).toEqual(
        [],
      );
      await rm(join(mediaDir, 'exports', `${row?.key}.zip`), { recursive: true });
      // Asked again, it is made again.
      await archiveOf(mara);
      expect((await download(mara.client)).response.status).toBe(200);
    });
  });

  /** Every document, Redis entry and file, as one text with the place in front of each. */
  async function everythingStored(): Promise<{ place: string; text: string }[]> {
    const found: { place: string; text: string }[] = [];
    const { db } = world.mongo.connection;
    for (const { name } of (await db?.listCollections().toArray()) ?? []) {
      for (const row of (await db?.collection(name).find({}).toArray()) ?? []) {
        found.push({ place: name, text: JSON.stringify(row) });
      }
    }
    for await (const keys of redis.scanIterator({ COUNT: 500 })) {
      for (const key of [keys].flat())
        found.push({ place: 'redis', text: `${key} ${await redisValue(key)}` });
    }
    for (const entry of await readdir(mediaDir, { recursive: true, withFileTypes: true })) {
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

  /** Where rows may go on naming the erased member by id alone: the books, the other side's history, the record. */
  const KEPT = new Set(['ledger', 'settlements', 'payments', 'messages', 'inbox', 'deletions', 'redis']);

  async function erase(person: Person): Promise<void> {
    await person.client.call(deleteAccount, { password: PASSWORD });
    world.clock.advance(14 * DAY_MS + HOUR_MS);
    await core().accounts.sweepAccounts();
  }

  describe('an erasure', () => {
    it('leaves nothing of name, address, words or pictures anywhere, and the books as they were', async () => {
      const { mara, noor, passage } = await livedIn();
      await archiveOf(mara);
      const traces = [mara.email, mara.name, passage];
      const before = await everythingStored();
      for (const trace of traces) {
        expect([trace, before.some(({ text }) => text.includes(trace))]).toEqual([trace, true]);
      }
      const pictures = before.filter(({ place }) => place === 'files').length;
      const ledger = () =>
        world.mongo.connection.collection('ledger').find({ owner: mara.id }).sort({ _id: 1 }).toArray();
      const books = await ledger();
      expect(books.length).toBeGreaterThan(1);
      await erase(mara);
      const after = await everythingStored();
      for (const trace of traces) {
        const left = after.filter(({ text }) => text.includes(trace)).map(({ place }) => place);
        expect([trace, left]).toEqual([trace, []]);
      }
      const named = after.filter(({ place, text }) => text.includes(mara.id) && !KEPT.has(place));
      expect(named).toEqual([]);
      expect(after.filter(({ place }) => place === 'files').length).toBeLessThan(pictures);
      expect(await ledger()).toEqual(books);
      // The other side goes on: her own words stand, and nobody is shown who is not there.
      world.clock.advance(5_000);
      const again = world.visitor();
      await again.call(logIn, { email: noor.email, password: PASSWORD });
      expect((await again.call(getChats, {})).chats).toEqual([]);
      expect((await again.call(getLikes, {})).profiles).toEqual([]);
      const conversation = core().messaging.conversationOf(mara.id, noor.id);
      const { messages } = await again.call(getMessages, { conversation });
      expect(messages.map(({ text }) => text)).toEqual(['', `an answer by ${noor.name}`]);
      const violations = await checkInvariants(world.mongo, {
        now: world.clock.now(),
        quietMs: 365 * DAY_MS,
        windowMs: DAY_MS,
        freeConversations: async () => 2,
      });
      expect(violations).toEqual([]);
    });

    it('frees the address for a new account', async () => {
      const { mara } = await livedIn();
      await mara.client.call(deleteAccount, { password: PASSWORD });
      const again = () =>
        world.visitor().call(signUp, {
          email: mara.email,
          name: 'Mara again',
          gender: 'female',
          sexuality: 'bi',
          date_of_birth: '1990-06-15',
          country: 'NL',
          region: 'NH',
          password: PASSWORD,
          language: 'de',
        });
      expect((await refusal(again())).error.code).toBe('EMAIL_PENDING_DELETION');
      world.clock.advance(14 * DAY_MS + HOUR_MS);
      await core().accounts.sweepAccounts();
      await again();
    });

    it('comes on day 15 and not before, once, whoever runs it', async () => {
      const { mara } = await livedIn();
      await mara.client.call(deleteAccount, { password: PASSWORD });
      const account = () =>
        world.mongo.connection.collection<{ _id: string }>('accounts').findOne({ _id: mara.id });
      world.clock.advance(14 * DAY_MS - HOUR_MS);
      await core().accounts.sweepAccounts();
      expect(await account()).not.toBeNull();
      world.clock.advance(2 * HOUR_MS);
      const [a, b] = world.gateways;
      await Promise.all([a, b, a].map(async (gateway) => gateway?.core.accounts.sweepAccounts()));
      expect(await account()).toBeNull();
      const row = await world.mongo.connection
        .collection<{ _id: string; erasedAt: number | null }>('deletions')
        .findOne({ _id: mara.id });
      expect(row?.erasedAt).toBeGreaterThan(0);
      await core().accounts.sweepAccounts();
    });

    it('is decided once when the link is pressed at the last moment', async () => {
      for (let round = 0; round < 3; round += 1) {
        const { mara } = await livedIn();
        await mara.client.call(deleteAccount, { password: PASSWORD });
        const mail = await world.mongo.connection
          .collection('mails')
          .findOne({ member: mara.id, template: 'account-deleted' });
        world.clock.advance(14 * DAY_MS - 20);
        const pressed = await Promise.allSettled([
          world.visitor(1).call(reactivateAccount, { token: String(mail?.['secret']) }),
          ...Array.from({ length: 5 }, () => core().accounts.sweepAccounts()),
        ]);
        await core().accounts.sweepAccounts();
        const account = await world.mongo.connection
          .collection<{ _id: string; status: string }>('accounts')
          .findOne({ _id: mara.id });
        const profile = await world.mongo.connection
          .collection<{ _id: string; status: string }>('profiles')
          .findOne({ _id: mara.id });
        const isBack = pressed[0]?.status === 'fulfilled';
        expect([account?.status, profile?.status]).toEqual(
          isBack ? ['active', 'active'] : [undefined, undefined],
        );
      }
    });

    it('finishes what was cut off at any step', async () => {
      const { mara } = await livedIn();
      const { connection } = world.mongo;
      const accounts = connection.collection<{ _id: string }>('accounts');
      const deletions = connection.collection<{ _id: string }>('deletions');
      // Cut off before the account: a deletion row without effect is removed.
      const now = world.clock.now();
      await deletions.insertOne({
        _id: mara.id,
        askedAt: now - HOUR_MS,
        eraseAt: now + DAY_MS,
        settledAt: null,
        erasedAt: null,
      } as { _id: string });
      await core().accounts.sweepAccounts();
      expect(await deletions.findOne({ _id: mara.id })).toBeNull();
      expect((await mara.client.call(getUser, {})).user.status).toBe('active');
      // Cut off after the account: hidden, signed out and told by the sweep.
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
      await core().accounts.sweepAccounts();
      const profile = await connection
        .collection<{ _id: string; status: string }>('profiles')
        .findOne({ _id: mara.id });
      expect(profile?.status).toBe('deleted');
      expect(await connection.collection('sessions').findOne({ member: mara.id })).toBeNull();
      await core().accounts.sweepAccounts();
      const letters = { member: mara.id, template: 'account-deleted' };
      expect(await connection.collection('mails').find(letters).toArray()).toHaveLength(1);
      // Cut off while erasing, once the account itself was gone: the record is closed.
      world.clock.advance(15 * DAY_MS);
      await accounts.deleteOne({ _id: mara.id });
      await core().accounts.sweepAccounts();
      expect(await deletions.findOne({ _id: mara.id })).toMatchObject({ erasedAt: expect.any(Number) });
      expect(await connection.collection('mails').findOne({ member: mara.id })).toBeNull();
      expect(await connection.collection<{ _id: string }>('profiles').findOne({ _id: mara.id })).toBeNull();
    });
  });
});
