import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  blockProfile,
  changePassword,
  complain,
  deleteAccount,
  getExport,
  getUser,
  LIMITS,
  logIn,
  muteChat,
  reactToMessage,
  reportProfile,
  setReceipts,
  startExport,
  updateNotifications,
  updateProfile,
} from '@heartline/contracts';
import { outcomeOf, PASSWORD, until } from '@heartline/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, NEXT } from './accounts-in-test.ts';
import { startLivedIn } from './members-with-history.ts';
import { readZip } from './read-zip.ts';

describe('the archive of a member’s data', () => {
  let fixture: Awaited<ReturnType<typeof startLivedIn>>;

  beforeAll(async () => {
    fixture = await startLivedIn();
  });
  afterAll(async () => {
    await fixture.stop();
  });

  describe('the archive', () => {
    it('holds all data as pages and JSON, and of others only what the member sees', async () => {
      const { mara, noor, passage } = await fixture.livedIn();
      const prompts = [{ key: 'together', answer: 'Sail to Ven' }];
      await mara.client.call(updateProfile, { prompts, height: 178, smoking: 'quitting' });
      await fixture.world.inside.mongo.connection
        .collection<{ _id: string }>('accounts')
        .updateOne(
          { _id: mara.id },
          { $set: { lander: { lander: 'gallery', slug: 'summer', variant: 'a' } } },
        );
      await fixture.core.likes.unlikeProfile(noor.id, mara.id);
      await fixture.core.likes.likeProfile(noor.id, mara.id, 'together');
      expect((await mara.client.call(getExport, {})).export).toBeNull();
      await fixture.archiveOf(mara);
      const { export: state } = await mara.client.call(getExport, {});
      expect(state).toMatchObject({ state: 'ready', progress: 100 });
      const { response, bytes } = await fixture.download(mara.client);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/zip');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('content-disposition')).toContain('attachment');
      expect(bytes).toHaveLength(state?.sizeBytes ?? 0);
      const files = readZip(bytes);
      const text = (name: string) => files.get(name)?.toString() ?? '';
      const data = (name: string) => JSON.parse(text(`data/${name}.json`));
      expect(data('account')).toMatchObject({ email: mara.email, language: 'de', status: 'active' });
      expect(data('account').lander).toBe('gallery, summer, a');
      expect(data('profile')).toMatchObject({
        name: mara.name,
        dateOfBirth: '1990-06-15',
        about: `Words only ${mara.name} would write about themselves`,
        prompts: [{ question: 'Zusammen könnten wir', answer: 'Sail to Ven' }],
        height: 178,
        photos: ['photos/01.webp'],
      });
      expect(data('sessions')).toHaveLength(1);
      expect(data('likes')).toMatchObject({
        received: [{ name: noor.name, answer: 'Zusammen könnten wir' }],
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
      // Labels instead of codes, in the language of the reader.
      for (const words of [
        '<dd>Frau</dd>',
        '<dd>Deutsch</dd>',
        '<dd>15. Juni 1990</dd>',
        '<dd>Aktiv</dd>',
        'Deine Antworten',
        '<dd>Will aufhören</dd>',
      ]) {
        expect(page).toContain(words);
      }
      for (const raw of ['female', 'hold', 'signup', 'not_confirmed', 'new_messages', 'quiet_hours']) {
        expect([raw, page.includes(`>${raw}<`)]).toEqual([raw, false]);
      }
      expect(page).toContain('conversations/0001.html');
      const talk = text('conversations/0001.html');
      for (const there of [passage, '>Ich<', 'href="../index.html"']) expect(talk).toContain(there);
      expect(talk).not.toContain('>me<');
      // Nothing about the other person that the site does not show, and no secrets.
      const everything = [...files].map(([name, content]) => name + content.toString('latin1')).join('\n');
      for (const stored of [noor.email, noor.id, 'passwordHash', '$argon2', 'knownDevices', 'emailKey']) {
        expect([stored, everything.includes(stored)]).toEqual([stored, false]);
      }
    });

    it('names the reason of each credit movement in the reader’s language', async () => {
      const { mara, noor } = await fixture.livedIn();
      const { credits, messaging } = fixture.core;
      const payment = randomUUID().replaceAll('-', '').slice(0, 24);
      await credits.purchase(mara.id, { payment, credits: 25, money: { cents: 999, currency: 'EUR' } });
      const sent = await messaging.sendMessage(
        { member: mara.id, site: 'default' },
        { clientId: randomUUID(), profile: noor.id, text: 'Sorry', credits: 1 },
      );
      if (!sent.ok) throw new Error(sent.refusal.code);
      expect(await messaging.unsendMessage(mara.id, sent.value.message)).toMatchObject({ ok: true });
      const refund = { payment, turn: 1, credits: 25, cents: 999 };
      const period = { days: 14, zone: 'UTC' };
      const wish = { ...refund, period, decideBy: fixture.world.clock.now() + DAY_MS };
      expect(await credits.takeRefund(mara.id, wish)).toMatchObject({ kind: 'refund' });
      await credits.undoTakenRefund(mara.id, refund);
      await credits.limitSpending(mara.id, { pausedUntil: fixture.world.clock.now() + DAY_MS }, 'UTC');
      await fixture.archiveOf(mara);
      const page =
        readZip((await fixture.download(mara.client)).bytes)
          .get('index.html')
          ?.toString() ?? '';
      for (const words of ['Eigenes Ausgabenlimit geändert', 'Die Erstattung hat nicht geklappt'])
        expect(page).toContain(words);
      const raws = ['unsent', 'refund', 'refund_failed', 'limit'];
      expect(raws.filter((raw) => page.includes(`>${raw}<`))).toEqual([]);
    });

    it('has a label in the reader’s language for every field it may hold', async () => {
      const { mara, noor } = await fixture.livedIn();
      const { core, world } = fixture;
      const quiet_hours = { from: '22:30', to: '06:00', time_zone: 'Europe/Berlin' };
      await mara.client.call(updateNotifications, { quiet_hours });
      const { mara: stranger } = await fixture.livedIn();
      await mara.client.call(blockProfile, { profile: stranger.id });
      const subject = { kind: 'profile' } as const;
      const report = {
        clientId: randomUUID(),
        profile: noor.id,
        subject,
        reason: 'spam',
        note: 'So much',
      } as const;
      const made = await mara.client.call(reportProfile, report);
      const decision = { outcome: 'warning', reasons: 'It was.', operator: 'olga' } as const;
      await core.safety.cases.decide(made.case, decision);
      await mara.client.call(complain, { id: made.case, words: 'Too little' });
      await core.safety.cases.answer(made.case, 'reporter', {
        outcome: 'changed',
        reasons: 'Yes.',
        operator: 'pia',
      });
      const { connection } = world.inside.mongo;
      const { conversation } = (await connection
        .collection<{ conversation: string; member: string }>('inbox')
        .findOne({ member: mara.id })) as { conversation: string };
      await mara.client.call(reactToMessage, { conversation, seq: 2, emoji: '❤️' });
      const at = world.clock.now();
      const price = { credits: 25, currency: 'EUR', country: 'NL', reason: null };
      const paid = { member: mara.id, ...price, state: 'completed', createdAt: at };
      const payment = randomUUID();
      await connection
        .collection<{ _id: string }>('payments')
        .insertOne({ ...paid, _id: payment, package: 'p0', priceCents: 999, method: 'creditcard' } as never);
      await connection
        .collection<{ _id: string }>('refunds')
        .insertOne({ ...paid, _id: `${payment}:1`, payment, turn: 1, cents: 999 } as never);
      await connection
        .collection<{ _id: string }>('operatorNotes')
        .insertOne({ _id: randomUUID(), member: mara.id, text: 'Sails', at } as never);
      await fixture.archiveOf(mara);
      const files = readZip((await fixture.download(mara.client)).bytes);
      const found = [...files].flatMap(([name, content]) =>
        name.endsWith('.json') ? fieldsOf(JSON.parse(content.toString())) : [],
      );
      // The archive must contain the data this test is about.
      expect(found).toEqual(
        expect.arrayContaining([
          'reaction',
          'refunds',
          'time_zone',
          'complaint',
          'answer',
          'noted',
          'partnerOffersLog',
          'termsAgreedAt',
          'termsVersion',
          'privacyVersion',
        ]),
      );
      const pages = [...files]
        .filter(([name]) => name.endsWith('.html'))
        .map(([, bytes]) => bytes.toString());
      const isRaw = (field: string) =>
        pages.some((page) => new RegExp(`<(dt|th scope="col")>${field}<`).test(page));
      expect([...new Set(found)].filter(isRaw)).toEqual([]);
    });

    it('holds the settings of each conversation, with labels on its page', async () => {
      const { mara, noor } = await fixture.livedIn();
      const conversation = fixture.core.messaging.conversationOf(mara.id, noor.id);
      await mara.client.call(muteChat, { conversation, on: true });
      await mara.client.call(setReceipts, { conversation, on: true });
      await mara.client.call(setReceipts, { conversation, on: false });
      await fixture.archiveOf(mara);
      const files = readZip((await fixture.download(mara.client)).bytes);
      expect(JSON.parse(files.get('data/conversations/0001.json')?.toString() ?? '')).toMatchObject({
        muted: true,
        readReceipts: false,
        photosAlwaysShown: false,
      });
      const page = files.get('conversations/0001.html')?.toString();
      expect(page).toContain('<dt>Stummgeschaltet</dt><dd>ja</dd>');
      expect(page).toContain('<dt>Lesebestätigungen</dt><dd>nein</dd>');
    });

    it('labels fictional profiles wherever it names them', async () => {
      const { mara, noor } = await fixture.livedIn();
      await fixture.world.inside.mongo.connection
        .collection<{ _id: string }>('profiles')
        .updateOne({ _id: noor.id }, { $set: { fictional: true } });
      fixture.world.clock.advance(5_000);
      await mara.client.call(reportProfile, {
        clientId: randomUUID(),
        profile: noor.id,
        subject: { kind: 'profile' },
        reason: 'spam',
        note: '',
      });
      await fixture.archiveOf(mara);
      const files = readZip((await fixture.download(mara.client)).bytes);
      const data = (name: string) => JSON.parse(files.get(`data/${name}.json`)?.toString() ?? '');
      const is = { name: noor.name, fictional: true };
      expect(data('conversations/0001')).toMatchObject({ with: noor.name, fictional: true });
      expect(data('likes')).toMatchObject({ received: [is], given: [is], matches: [is] });
      expect(data('safety')).toMatchObject({ reports: [is] });
      const credits = data('credits') as { kind: string; fictional: boolean | null }[];
      expect(credits.find(({ kind }) => kind === 'hold')).toMatchObject({ fictional: true });
      expect(credits.find(({ kind }) => kind === 'grant')).toMatchObject({ fictional: null });
      for (const page of ['index.html', 'conversations/0001.html']) {
        expect(files.get(page)?.toString()).toContain(`${noor.name} (Fiktives Profil)`);
      }
    });

    it('escapes texts of members as plain text', async () => {
      const { mara, noor } = await fixture.livedIn();
      await fixture.send(noor, mara, '<img src=x onerror=alert(1)>\n{{7*7}}');
      await fixture.archiveOf(mara);
      const page = readZip((await fixture.download(mara.client)).bytes)
        .get('conversations/0001.html')
        ?.toString();
      expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
      expect(page).not.toContain('<img src=x');
    });

    it('leaves out texts of members who are hidden by now', async () => {
      const { mara, noor, passage } = await fixture.livedIn();
      await noor.client.call(deleteAccount, { password: PASSWORD });
      fixture.world.clock.advance(5_000);
      await fixture.archiveOf(mara);
      const files = readZip((await fixture.download(mara.client)).bytes);
      const conversation = JSON.parse(files.get('data/conversations/0001.json')?.toString() ?? '');
      expect(conversation).toMatchObject({ with: null, messages: [{ from: 'me', text: passage }] });
      const likes = JSON.parse(files.get('data/likes.json')?.toString() ?? '');
      expect(likes).toEqual({ received: [], given: [], matches: [] });
    });

    it('is for the session that asked, for a day, and asks for the password', async () => {
      const { mara, noor } = await fixture.livedIn();
      expect(await outcomeOf(mara.client.call(startExport, { password: 'a guess' }))).toBe('PASSWORD_WRONG');
      await fixture.archiveOf(mara);
      const phone = fixture.world.browser();
      await phone.call(logIn, { email: mara.email, password: PASSWORD });
      expect((await phone.call(getExport, {})).export).toBeNull();
      for (const client of [phone, noor.client, fixture.world.browser()]) {
        expect((await fixture.download(client)).response.status).toBe(404);
      }
      expect((await fixture.download(mara.client)).response.status).toBe(200);
      // The browser stays the one that asked, under the new cookie that a password change sets.
      await mara.client.call(changePassword, { old_password: PASSWORD, password: NEXT });
      await mara.client.call(getUser, {});
      await until(
        async () => (await fixture.download(mara.client)).response.status,
        (status) => status === 200,
      );
      fixture.world.clock.advance(DAY_MS + 1_000);
      expect((await fixture.download(mara.client)).response.status).toBe(404);
      expect((await mara.client.call(getExport, {})).export).toBeNull();
      await fixture.core.accounts.sweepAccounts();
      expect(await readdir(join(fixture.world.mediaDir, 'exports'))).toEqual([]);
    });

    it('answers with a retry time when too many archives are read', async () => {
      const { mara } = await fixture.livedIn();
      await fixture.archiveOf(mara);
      const statusOf = async () => (await fixture.download(mara.client)).response.status;
      const statuses = await Promise.all(Array.from({ length: LIMITS.download.points }, statusOf));
      expect(new Set(statuses)).toEqual(new Set([200]));
      const { response } = await fixture.download(mara.client);
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    });

    it('is written once when its job repeats, and a newer one replaces it', async () => {
      const { mara } = await fixture.livedIn();
      await fixture.archiveOf(mara);
      const rows = () =>
        fixture.world.inside.mongo.connection
          .collection<{ _id: string; key: string }>('exports')
          .findOne({ _id: mara.id });
      const first = await rows();
      await fixture.core.accounts.buildExport(mara.id, first?.key ?? '');
      await mara.client.call(startExport, { password: PASSWORD });
      expect((await rows())?.key).toBe(first?.key);
      fixture.world.clock.advance(HOUR_MS);
      await mara.client.call(startExport, { password: PASSWORD });
      const second = await rows();
      expect(second?.key).not.toBe(first?.key);
      // The job of the first archive runs late: nothing of it stays.
      await fixture.core.accounts.buildExport(mara.id, first?.key ?? '');
      expect((await mara.client.call(getExport, {})).export?.state).toBe('building');
      expect(await readdir(join(fixture.world.mediaDir, 'exports'))).not.toContain(`${first?.key}.zip`);
    });

    it('leaves no file when two devices ask at the same time', async () => {
      const { mara } = await fixture.livedIn();
      const phone = fixture.world.browser();
      await phone.call(logIn, { email: mara.email, password: PASSWORD });
      const stored = join(fixture.world.mediaDir, 'exports');
      const before = await readdir(stored).catch(() => []);
      const prototype: { findOne(...given: unknown[]): Promise<unknown> } = Object.getPrototypeOf(
        fixture.world.inside.mongo.connection.collection('exports'),
      );
      const { findOne } = prototype;
      // The other device asks for its archive and gets it right after this one has checked for an existing one.
      const looking = vi.spyOn(prototype, 'findOne').mockImplementation(async function (
        this: { collectionName: string },
        ...given
      ) {
        const found = await findOne.apply(this, given);
        if (this.collectionName !== 'exports') return found;
        looking.mockRestore();
        await fixture.archiveOf(mara);
        return found;
      });
      await phone.call(startExport, { password: PASSWORD });
      expect((await phone.call(getExport, {})).export?.state).toBe('building');
      expect(await readdir(stored)).toEqual(before);
    });

    it('reports a failed write, and leaves no partial file', async () => {
      const { mara } = await fixture.livedIn();
      await mara.client.call(startExport, { password: PASSWORD });
      const exports = fixture.world.inside.mongo.connection.collection<{ _id: string; key: string }>(
        'exports',
      );
      const row = await exports.findOne({ _id: mara.id });
      // A folder with the name of the file makes the write fail, as a full disk would.
      await mkdir(join(fixture.world.mediaDir, 'exports', `${row?.key}.zip`, 'full'), { recursive: true });
      await expect(fixture.core.accounts.buildExport(mara.id, row?.key ?? '')).rejects.toThrow();
      expect((await mara.client.call(getExport, {})).export?.state).toBe('failed');
      expect((await fixture.download(mara.client)).response.status).toBe(404);
      expect(
        (await readdir(join(fixture.world.mediaDir, 'exports'))).filter((name) => name.endsWith('.draft')),
      ).toEqual([]);
      await rm(join(fixture.world.mediaDir, 'exports', `${row?.key}.zip`), { recursive: true });
      // A new request creates it.
      await fixture.archiveOf(mara);
      expect((await fixture.download(mara.client)).response.status).toBe(200);
    });
  });
});

/** The names of all fields at any depth. */
function fieldsOf(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(fieldsOf);
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => [name, ...fieldsOf(value)]);
}
