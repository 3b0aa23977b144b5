import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAdmin } from '@heartline/admin';
import {
  creditsChanged,
  getOperator,
  getProfile,
  getStatement,
  getUser,
  logIn,
  postAnswer,
  postMessage,
  reportProfile,
  sessionEnded,
  signInOperator,
  takeLease,
  updateProfile,
} from '@heartline/contracts';
import { createPasswords } from '@heartline/platform';
import { connectDevice, outcomeOf, type Person, startWorld, until, type WorldHere } from '@heartline/testing';
import { adminEnvironment, adminOf } from '@heartline/testing/admin';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: WorldHere;
let admin: ReturnType<typeof adminOf>;
/** Folder for files that a command reads or writes. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartline-admin-'));
  world = await startWorld({ here: true, gateways: 2 });
  admin = adminOf(world);
});
afterAll(async () => {
  await world?.stop();
  await rm(folder, { recursive: true });
});

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await admin('--json', ...args);
  if (code !== 0) throw new Error(`exit ${code}: ${err}`);
  return JSON.parse(out) as Record<string, unknown>;
}

const reason = ['--reason', 'Asked for by the member'];
const report = (who: Person, whom: Person) =>
  who.http.call(reportProfile, {
    clientId: randomUUID(),
    profile: whom.id,
    subject: { kind: 'profile' },
    reason: 'impersonation',
    note: 'These are pictures\nof an actor.',
  });
const acts = async (target: string) =>
  (await json('audit', '--target', target)) as unknown as Record<string, unknown>[];

describe('the operators’ command', () => {
  it('finds a member by id, address and name, and shows one', async () => {
    const name = `Mara ${randomUUID().slice(0, 8)}`;
    const [mara] = await world.people({ name, credits: 3 });
    for (const who of [mara.id, mara.email, name, name.toUpperCase()]) {
      expect(await json('member', 'find', who)).toMatchObject([{ id: mara.id, name }]);
    }
    expect(await json('member', 'show', name)).toMatchObject({
      credits: 3,
      premium: false,
      status: 'active',
      casesAbout: 0,
    });
    const { out } = await admin('member', 'find', name);
    expect(out.split('\n')[0]).toMatch(/^id +name +email +status/);
    const nobody = await admin('member', 'show', 'nobody@mail.example');
    expect(nobody).toMatchObject({ code: 1, out: '' });
    expect(nobody.err).toMatch(/No member is found/);
  });

  it('finds a member by name without accents, an older profile after its next change', async () => {
    const code = randomUUID().slice(0, 8);
    const [lucja] = await world.people({ name: `Łucja ${code}` });
    const found = async (who: string) => (await admin('--json', 'member', 'find', who)).out;
    // As an earlier version stored it.
    await world.inside.mongo.connection
      .collection<{ _id: string }>('profiles')
      .updateOne({ _id: lucja.id }, { $set: { nameKey: `łucja ${code}` } });
    expect(await found(`ŁUCJA ${code}`)).toContain(lucja.id);
    await lucja.http.call(updateProfile, { about: 'Hello' });
    for (const who of [`Łucja ${code}`, `lucja ${code}`]) expect(await found(who)).toContain(lucja.id);
  });

  it('refuses every act without a reason or a name, and records nothing', async () => {
    const [mara] = await world.people({});
    for (const args of [
      ['member', 'suspend', mara.id],
      ['member', 'suspend', mara.id, '--reason', '  so  '],
      ['--operator', ' ', 'member', 'suspend', mara.id, ...reason],
    ]) {
      expect((await admin(...args)).code).toBeGreaterThan(0);
    }
    expect(await outcomeOf(mara.http.call(getUser, {}))).toBe('OK');
    expect(await acts(mara.id)).toEqual([]);
  });

  it('suspends within 5 s: ends sockets, calls and log-ins, and hides the profile', async () => {
    const password = 'correct horse battery';
    const passwordHash = await createPasswords().hash(password);
    const [jonas, mara] = await world.people({ name: 'Jonas', account: { passwordHash } }, {});
    const elsewhere = world.browser(1, jonas.session);
    expect(await outcomeOf(elsewhere.call(getUser, {}))).toBe('OK');
    const device = await connectDevice(elsewhere);
    const closed = new Promise((resolve) => device.socket.once('disconnect', resolve));
    const done = await admin('member', 'suspend', jonas.id, ...reason);
    expect(done).toMatchObject({ code: 0, out: 'Jonas is suspended.\n' });
    await device.wait(sessionEnded, undefined, 5_000);
    await closed;
    for (const client of [jonas.http, elsewhere]) {
      const answer = await until(
        () => client.send('GET', '/api/chats.php'),
        ({ status }) => status === 403,
        5_000,
      );
      expect(answer.body).toMatchObject({ authentication_required: true });
    }
    await until(
      () => outcomeOf(mara.http.call(getProfile, { id: jonas.id })),
      (outcome) => outcome === 'NOT_FOUND',
      10_000,
    );
    const login = () => world.browser().call(logIn, { email: jonas.email, password });
    expect(await outcomeOf(login())).toBe('ACCOUNT_DISABLED');
    expect(await acts(jonas.id)).toMatchObject([
      { operator: 'olga', act: 'member.suspend', reason: 'Asked for by the member', state: 'done' },
    ]);
    expect(await json('member', 'restore', jonas.id, ...reason)).toMatchObject({ status: 'restored' });
    expect(await outcomeOf(login())).toBe('OK');
    expect((await admin('member', 'restore', jonas.id, ...reason)).err).toMatch(/is not suspended/);
    device.close();
  });

  it('sets the verified mark on the public profile, and removes it', async () => {
    const [mara, jonas] = await world.people({ name: 'Mara' }, {});
    const seen = async () => (await jonas.http.call(getProfile, { id: mara.id })).profile.verified;
    expect(await seen()).toBe(false);
    await json('member', 'verify', mara.id, ...reason);
    await until(seen, (verified) => verified);
    await json('member', 'verify', mara.id, '--off', ...reason);
    await until(seen, (verified) => !verified);
  });

  it('grants and removes free credits once per key, with a reason in the statement', async () => {
    const [mara] = await world.people({ credits: 2 });
    const device = await mara.device();
    const grant = (credits: string, key: string) =>
      json('credits', 'grant', '--reason', 'Sorry for the outage', '--key', key, mara.id, '--', credits);
    expect(await grant('5', 'outage')).toMatchObject({ balance: 7 });
    expect((await device.wait(creditsChanged)).credits).toBe(7);
    expect(await grant('5', 'outage')).toMatchObject({ balance: 7 });
    await expect(grant('6', 'outage')).rejects.toThrow(/“outage” gave 5 credits before/);
    expect(await grant('-3', 'slip')).toMatchObject({ balance: 4 });
    expect(await grant('5', 'outage')).toMatchObject({ balance: 4 });
    await expect(grant('-5', 'more')).rejects.toThrow(/fewer free credits/);
    await expect(grant('2.5', 'half')).rejects.toThrow(/no number of credits/);
    await expect(grant('5000', 'many')).rejects.toThrow(/1 to 1000, or -1 to -1000 to take free ones away/);
    const { entries } = await mara.http.call(getStatement, {});
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'adjust', credits: -3, balance: 4, reason: 'Sorry for the outage' },
      { kind: 'adjust', credits: 5, balance: 7, reason: 'Sorry for the outage' },
    ]);
    device.close();
  });

  it('returns the cost of one message, once', async () => {
    const [mara, jonas] = await world.people({ credits: 3 }, {});
    const clientId = randomUUID();
    await mara.http.call(postMessage, { clientId, profile: jonas.id, text: 'Hello', credits: 1 });
    const back = () => json('credits', 'return', mara.id, clientId, ...reason);
    expect(await back()).toMatchObject({ credits: 3 });
    await expect(back()).rejects.toThrow(/nothing to give back/);
    const shown = await admin('credits', 'show', mara.id);
    expect(shown.out).toMatch(new RegExp(`return +return:${clientId}`));
  });

  it('lists, shows and decides cases, and answers complaints', async () => {
    const [mara, jonas] = await world.people(
      { name: 'Mara' },
      { name: 'Jonas', profile: { about: 'An actor.' } },
    );
    const { case: id } = await report(mara, jonas);
    const open = (await json('case', 'list')) as unknown as { _id: string }[];
    expect(open.map((row) => row._id)).toContain(id);
    const { out } = await admin('case', 'show', id);
    expect(out).toMatch(/reported +[0-9a-f]{24} \(Jonas\)/);
    expect(out).toMatch(/note +These are pictures of an actor\./);
    expect(out).toMatch(/profile +An actor\./);
    const wrong = await admin('case', 'decide', id, '--outcome', 'banished', ...reason);
    expect(wrong.code).toBe(2);
    const suspend = ['case', 'decide', id, '--outcome', 'suspended'];
    const decided = await json(...suspend, '--reason', 'Not his pictures.');
    expect(decided).toMatchObject({ outcome: 'suspended', reported: jonas.id });
    // Another operator had the case open too and wrote other reasons.
    const second = await admin(...suspend, '--reason', 'Begged for money.');
    expect(second).toMatchObject({ code: 1, err: expect.stringMatching(/decided otherwise already/) });
    expect((await admin(...suspend, '--rule', 'spam', '--reason', 'Not his pictures.')).code).toBe(1);
    expect((await admin('case', 'decide', id, '--outcome', 'warning', ...reason)).err).toMatch(/decided/);
    const { link } = await json('case', 'link', id, '--side', 'reported', ...reason);
    expect(link).toMatch(new RegExp(`^http://a.localhost/cases/${id}#[\\w-]{43}$`));
    expect(
      (await admin('case', 'answer', id, '--side', 'reported', '--outcome', 'upheld', ...reason)).code,
    ).toBe(1);
    expect(await acts(id)).toMatchObject([
      { act: 'case.answer', state: 'failed' },
      { act: 'case.link', state: 'done' },
      { act: 'case.decide', state: 'failed' },
      { act: 'case.decide', state: 'failed', detail: { rule: 'spam' } },
      { act: 'case.decide', state: 'failed', reason: 'Begged for money.' },
      { act: 'case.decide', state: 'done', detail: { outcome: 'suspended' }, operator: 'olga' },
    ]);
    expect((await admin('case', 'show', '0'.repeat(24))).code).toBe(1);
  });

  it('saves the reported photo, although it was deleted meanwhile', async () => {
    const [mara, jonas] = await world.people({}, {});
    const create = { width: 200, height: 250, channels: 3 as const, background: '#a33' };
    const bytes = await sharp({ create }).jpeg().toBuffer();
    const { core } = world.gateways[0];
    const photo = await core.profiles.storePhoto(bytes);
    const profiles = world.inside.mongo.connection.collection<{ _id: string }>('profiles');
    const setPhotos = async (photos: unknown[]) => {
      await profiles.updateOne({ _id: jonas.id }, { $set: { photos } });
      await until(
        async () => (await core.profiles.profileOf(jonas.id))?.photos.length,
        (count) => count === photos.length,
      );
    };
    await setPhotos([photo]);
    const { case: id } = await mara.http.call(reportProfile, {
      clientId: randomUUID(),
      profile: jonas.id,
      subject: { kind: 'photo', photo: photo.id },
      reason: 'sexual_content',
      note: '',
    });
    await setPhotos([]);
    const file = join(folder, 'shown.webp');
    expect((await admin('case', 'show', id, '--photo', file)).code).toBe(0);
    expect((await readFile(file)).subarray(8, 12).toString()).toBe('WEBP');
  });

  it('creates operators, resets passwords, disables them, and shows their acts', async () => {
    const [member, profile] = await world.people({ credits: 1 }, { fictional: true });
    const made = await json('operators', 'add', 'Olga', ...reason);
    expect(made['name']).toBe('olga');
    const taken = await admin('operators', 'add', 'olga', ...reason);
    expect(taken).toMatchObject({ code: 1, out: '' });
    const signIn = async (password: unknown) => {
      const client = world.browser(1);
      await client.call(signInOperator, { name: 'olga', password: String(password) });
      return client;
    };
    const operatorClient = await signIn(made['password']);
    const { message } = await member.http.call(postMessage, {
      clientId: randomUUID(),
      profile: profile.id,
      text: 'Hello?',
      credits: 0,
      fictionalConfirmed: true,
    });
    const { conversation } = message;
    const take = () => operatorClient.call(takeLease, { conversation });
    const { number } = (await until(take, () => true)).lease;
    await operatorClient.call(postAnswer, { clientId: randomUUID(), conversation, number, text: 'Yes' });
    expect(await json('operators', 'log')).toMatchObject([
      { operator: 'default:olga', conversation, seq: 2 },
    ]);
    expect(await json('operators', 'log', '--of', 'sign-ins')).toMatchObject([{ outcome: 'in' }]);
    await json('operators', 'disable', 'olga', ...reason);
    await until(
      () => outcomeOf(operatorClient.call(getOperator, {})),
      (code) => code === 'AUTHENTICATION_REQUIRED',
    );
    expect(await json('operators', 'list')).toMatchObject([
      { name: 'olga', state: 'disabled', signedIn: false },
    ]);
    expect(await outcomeOf(signIn(made['password']))).toBe('LOGIN_FAILED');
    const { password } = await json('operators', 'reset', 'olga', ...reason);
    expect(await outcomeOf(signIn(password))).toBe('OK');
    expect((await acts('default:olga')).map(({ act, state }) => [act, state].join(' '))).toEqual([
      'operator.reset done',
      'operator.disable done',
      'operator.add failed',
      'operator.add done',
    ]);
  });

  it('uses the stack of this checkout by default, and reports what is missing', async () => {
    const stateFile = join(folder, 'running.json');
    await writeFile(
      stateFile,
      JSON.stringify({
        environment: adminEnvironment(world),
        process: `${process.pid}-1`,
      }),
    );
    let out = '';
    const reported = { write: (text: string) => void (out += text), writeError: () => {} };
    const run = { ...reported, environment: {}, stateFile };
    const { MONGODB_URL = '' } = adminEnvironment(world);
    // Named by its place in the checkout, by the folder and by the database given to both.
    const named = { ...reported, environment: { HEARTLINE_DATA: folder } };
    for (const ours of [run, named, { ...run, environment: { MONGODB_URL } }]) {
      out = '';
      expect(await runAdmin(['--json', 'audit', '--limit', '1'], ours)).toBe(0);
      expect(JSON.parse(out)).toHaveLength(1);
    }
    let err = '';
    const lost = { ...run, stateFile: '/nowhere', writeError: (text: string) => void (err += text) };
    expect(await runAdmin(['audit'], lost)).toBe(1);
    expect(err).toMatch(/npm start.* is noted in \/nowhere .*HEARTLINE_DATA/);
    expect(err).toMatch(/MONGODB_URL is missing/);
    // State file of a start that was killed together with its databases.
    const noted = JSON.parse(await readFile(stateFile, 'utf8')) as object;
    await writeFile(stateFile, JSON.stringify({ ...noted, process: `${2 ** 30}-1` }));
    err = '';
    expect(await runAdmin(['audit'], { ...lost, stateFile })).toBe(1);
    expect(err).toMatch(/npm start/);
  });

  it('ends with one sentence while Redis is down, and makes no further attempt', async () => {
    const away = createServer();
    const port = await new Promise<number>((done) => {
      away.listen(0, '127.0.0.1', () => done((away.address() as AddressInfo).port));
    });
    await new Promise((done) => {
      away.close(done);
    });
    const lost = { REDIS_URL: `redis://127.0.0.1:${port}` };
    const tries = [
      [lost, /Redis does not answer/],
      [{ ...lost, MONGODB_URL: `mongodb://127.0.0.1:${port}` }, /ECONNREFUSED/],
    ] as const;
    await Promise.all(
      tries.map(async ([more, words]) => {
        let err = '';
        const code = await runAdmin(['audit'], {
          environment: { ...adminEnvironment(world), ...more },
          stateFile: '/nowhere',
          write: () => {},
          writeError: (text) => void (err += text),
        });
        expect(code).toBe(1);
        expect(err).toMatch(words);
      }),
    );
    let callers = 0;
    const back = createServer((socket) => {
      callers += 1;
      socket.destroy();
    });
    await new Promise<void>((done) => {
      back.listen(port, '127.0.0.1', done);
    });
    await fixedWait(2_500, 'longer than the longest wait between two attempts: none comes');
    back.close();
    expect(callers).toBe(0);
  }, 30_000);

  it.each(['mails list', 'case list', 'operators log', 'audit'])(
    '%s takes a number of rows, and refuses anything else',
    async (words) => {
      const command = words.split(' ');
      for (const odd of ['0', '-1', '1001', '2.5', 'many', '']) {
        const { code, out, err } = await admin(...command, '--limit', odd);
        expect([odd, code, out]).toEqual([odd, 2, '']);
        expect(err).toMatch(/It takes a whole number from 1 to 1000/);
      }
      for (const count of ['1', '1000']) expect((await admin(...command, '--limit', count)).code).toBe(0);
    },
  );

  it('prints its help without any database', async () => {
    const run = { environment: {}, stateFile: '/nowhere', writeError: () => {} };
    let out = '';
    expect(await runAdmin(['case', '--help'], { ...run, write: (text) => void (out += text) })).toBe(0);
    expect(out).toMatch(/decide .*Decides a case/s);
  });
});
