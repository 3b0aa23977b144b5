import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { enableMail, getUser, ownChanged } from '@heartline/contracts';
import { createMailer } from '@heartline/platform';
import { type Person, startWorld, type WorldHere } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const PAUSE_MS = 900_000;
const DAY_MS = 86_400_000;
const THREE_DAYS_MS = 3 * 86_400_000;

interface Mail {
  _id: string;
  member: string;
  sentAt: number | null;
  givenUpAt?: number | null;
  failure?: string;
  secret?: string;
  attempts: number;
  dueAt: number | null;
  forgetAt?: Date;
}

/** A mail server that gives each recipient the configured answer, and records the Message-ID of accepted mails. */
async function startMoodyServer() {
  const state = {
    answer: '250 fine',
    taken: 0,
    messageIds: [] as string[],
    /** The server accepts a mail, and answers when this promise resolves. */
    scan: Promise.resolve(),
  };
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    let inBody = false;
    const reply = (line: string) => {
      if (inBody) {
        const [, messageId] = /^Message-ID: (.*)/i.exec(line) ?? [];
        if (messageId) state.messageIds.push(messageId);
        if (line !== '.') return undefined;
        inBody = false;
        state.taken += 1;
        void state.scan.then(() => socket.write('250 taken\r\n'));
        return undefined;
      }
      if (line.startsWith('RCPT')) return state.answer;
      if (line === 'DATA') {
        inBody = true;
        return '354 go on';
      }
      return '250 fine';
    };
    let rest = '';
    socket.write('220 here\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const answer = reply(line);
        if (answer) socket.write(`${answer}\r\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    state,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

describe('mails that cannot be delivered', () => {
  let world: WorldHere;
  let server: Awaited<ReturnType<typeof startMoodyServer>>;
  let mailer: ReturnType<typeof createMailer>;
  let mail: Mail;

  beforeAll(async () => {
    [world, server] = await Promise.all([startWorld({ here: true }), startMoodyServer()]);
    mailer = mailerTo(server.url);
  });
  afterAll(async () => {
    mailer.close();
    server.stop();
    await world?.stop();
  });
  beforeEach(async () => {
    const [nele] = await world.people({ status: 'not_confirmed' });
    await core().accounts.resendActivation(nele.email, 'default');
    mail = (await mails().findOne({ member: nele.id })) as Mail;
  });

  const mailerTo = (url: string, limits: { connectMs?: number; answerMs?: number; tryMs?: number } = {}) => {
    const from = { name: 'Heartline', address: 'no-reply@site.example' };
    return createMailer({ url, from, connections: 2, connectMs: 10_000, answerMs: 600_000, ...limits });
  };
  const core = () => world.inside.core;
  const mails = () => world.inside.mongo.connection.collection<Mail>('mails');
  const row = async () => (await mails().findOne({ _id: mail._id })) as Mail;
  const send = () => core().notifications.sendMail(mailer, mail._id);
  async function sendAgain(times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      world.clock.advance(PAUSE_MS);
      await send();
    }
  }

  it('are retried with growing waits, and leave as soon as a server accepts them [F29]', async () => {
    server.state.answer = '451 later';
    await send();
    expect(await row()).toMatchObject({ attempts: 1, sentAt: null });
    world.clock.advance(5_000);
    await send();
    expect((await row()).attempts).toBe(1);
    world.clock.advance(6_000);
    await send();
    expect((await row()).attempts).toBe(2);
    world.clock.advance(11_000);
    await send();
    expect((await row()).attempts).toBe(2);
    await sendAgain(12);
    expect(await row()).toMatchObject({ attempts: 14, sentAt: null });
    expect((await row()).givenUpAt).toBeUndefined();
    server.state.answer = '250 fine';
    const { taken } = server.state;
    await sendAgain(2);
    expect(server.state.taken - taken).toBe(1);
    const { sentAt, forgetAt } = await row();
    // Longer than the link in it is stored.
    expect(forgetAt).toEqual(new Date((sentAt ?? 0) + 90 * DAY_MS));
    const forgetting = (await mails().indexes()).find(({ key }) => key['forgetAt']);
    expect(forgetting?.expireAfterSeconds).toBe(0);
  });

  it('wait while the server is silent or has no TLS, and leave when it answers [F29]', async () => {
    const failing = [
      mailerTo(server.url.replace('smtp:', 'smtps:')),
      mailerTo(server.url, { answerMs: 1_000 }),
      mailerTo(server.url, { tryMs: 1_000 }),
    ];
    server.state.answer = '';
    for (const [index, one] of failing.entries()) {
      world.clock.advance(PAUSE_MS);
      await core().notifications.sendMail(one, mail._id);
      expect(await row()).toMatchObject({ attempts: index + 1, sentAt: null });
      one.close();
    }
    server.state.answer = '250 fine';
    const { taken } = server.state;
    await sendAgain(2);
    expect(server.state.taken - taken).toBe(1);
    expect((await row()).sentAt).not.toBeNull();
  });

  it('use their slot no longer than configured while a server is silent [F29]', async () => {
    const silent = createServer(() => undefined);
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const mute = mailerTo(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, { connectMs: 500 });
    const startedAt = performance.now();
    await core().notifications.sendMail(mute, mail._id);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(500);
    // Less than the 10 s of a worker without a configured time.
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    expect(await row()).toMatchObject({ attempts: 1, refusals: 0, sentAt: null });
    mute.close();
    silent.close();
  });

  it('are sent once when a server needs over a minute to confirm [F29]', async () => {
    const { taken } = server.state;
    const scan = Promise.withResolvers<void>();
    server.state.scan = scan.promise;
    const sending = send();
    const dueAt = async () => (await row()).dueAt ?? 0;
    await expect.poll(() => server.state.taken - taken).toBe(1);
    const first = await dueAt();
    world.clock.advance(50_000);
    await expect.poll(dueAt, { timeout: 60_000 }).toBeGreaterThan(first + 50_000);
    world.clock.advance(50_000);
    await send();
    scan.resolve();
    await sending;
    expect(await row()).toMatchObject({ attempts: 1, sentAt: expect.any(Number) });
    expect(server.state.taken - taken).toBe(1);
  });

  it('keep their Message-ID, and are put off when the worker closes [F29]', async () => {
    const { length: before } = server.state.messageIds;
    const closing = mailerTo(server.url);
    server.state.scan = new Promise(() => undefined);
    const { taken } = server.state;
    const cutOff = core().notifications.sendMail(closing, mail._id);
    await expect.poll(() => server.state.taken - taken).toBe(1);
    const startedAt = performance.now();
    closing.close();
    await cutOff;
    // The answer had ten minutes.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(await row()).toMatchObject({ attempts: 1, refusals: 0, sentAt: null });
    server.state.scan = Promise.resolve();
    await sendAgain(1);
    expect((await row()).sentAt).not.toBeNull();
    const name = `<${mail._id}@site.example>`;
    expect(server.state.messageIds.slice(before)).toEqual([name, name]);
  });

  it('are given up after three days without a server, or when it demands a log-in', async () => {
    const [mara] = await world.people({});
    await core().accounts.mail(mara.id, { id: mara.id, template: 'password-changed', secret: null });
    mail = { ...mail, _id: mara.id };
    server.state.answer = '530 5.7.0 log in first';
    await send();
    await sendAgain(11);
    expect((await row()).givenUpAt).toBeUndefined();
    world.clock.advance(THREE_DAYS_MS);
    await send();
    expect((await row()).givenUpAt).toBeGreaterThan(0);
    // It has no link, so an operator decides about it.
    expect((await row()).forgetAt).toBeUndefined();
    // The latest first, so that a short list begins with it.
    expect((await core().accounts.givenUpMails(1)).map(({ id }) => id)).toEqual([mail._id]);
  });

  it('are given up after ten refusals, and an operator sees and retries them', async () => {
    const admin = adminOf(world);
    server.state.answer = '550 5.1.1 <whoever@it.is> unknown';
    await send();
    await sendAgain(8);
    expect(await row()).toMatchObject({ attempts: 9, sentAt: null });
    expect((await row()).givenUpAt).toBeUndefined();
    const before = await core().accounts.outboxFigures();
    await sendAgain(1);
    const after = await core().accounts.outboxFigures();
    expect(after).toEqual({ waiting: before.waiting - 1, givenUp: before.givenUp + 1 });
    // No address is in the stored and listed data.
    expect(await row()).toMatchObject({ attempts: 10, failure: 'RCPT TO 550' });
    await sendAgain(2);
    expect((await row()).attempts).toBe(10);
    expect((await admin('mails', 'list')).out).toContain(mail._id);

    server.state.answer = '250 fine';
    const retry = ['mails', 'retry', mail._id, '--reason', 'the server knows the address now'];
    expect((await admin(...retry)).code).toBe(0);
    await send();
    expect((await row()).sentAt).not.toBeNull();
    expect(await admin(...retry)).toMatchObject({ code: 1, err: expect.stringContaining('No mail') });
  });

  it.each([
    { answer: '550 5.1.1 no such mailbox', reasons: ['bounce'] },
    { answer: '554 closed', reasons: ['bounce'] },
    { answer: '550 5.1.1 no such mailbox', to: 'elsewhere@mail.example', reasons: [] },
    { answer: '550 5.7.1 nothing from you', reasons: [] },
    { answer: '530 5.7.0 log in first', reasons: [] },
    { answer: '451 4.2.2 full for now', reasons: [] },
  ])('report $reasons to the member after giving up at $answer, to $to [F29]', async (row) => {
    const [mara] = await world.people({});
    await core().accounts.mail(mara.id, { id: mara.id, template: 'password-changed', secret: null });
    await mails().updateOne({ _id: mara.id }, { $set: { to: row.to ?? null } });
    mail = { ...mail, _id: mara.id };
    const disabledReasons = async () => (await mara.http.call(getUser, {})).user.notifications_disabled;
    const device = await mara.device();
    server.state.answer = row.answer;
    await send();
    await sendAgain(8);
    expect(await disabledReasons()).toEqual([]);
    await sendAgain(2);
    expect(await disabledReasons()).toEqual(row.reasons);
    if (row.reasons.length > 0) await device.wait(ownChanged);
    expect((await mara.http.call(enableMail, {})).notifications_disabled).toEqual([]);
    expect(await disabledReasons()).toEqual([]);
    device.close();
  });

  describe('with a link that is valid for an hour', () => {
    const HOUR_MS = 3_600_000;
    let jonas: Person;

    beforeEach(async () => {
      [jonas] = await world.people({});
      await core().accounts.requestPasswordReset(jonas.email, 'default');
      mail = (await mails().findOne({ member: jonas.id })) as Mail;
    });

    const retry = () => core().accounts.retryMail(mail._id);
    /** Retried until it was given up. Returns the milliseconds left until its link expires. */
    async function triedToTheEnd(): Promise<number> {
      server.state.answer = '451 later';
      const end = world.clock.now() + HOUR_MS;
      for (;;) {
        await send();
        const { givenUpAt } = await row();
        if (givenUpAt) return end - givenUpAt;
        world.clock.advance(60_000);
      }
    }

    it('are given up before the hour ends, and an operator can retry until then', async () => {
      const leftMs = await triedToTheEnd();
      expect(leftMs).toBeGreaterThan(0);
      expect(leftMs).toBeLessThanOrEqual(PAUSE_MS);
      expect(await row()).toMatchObject({ sentAt: null, failure: expect.not.stringContaining('link') });
      // Without a valid link it leaves the list: an operator could no longer help.
      const link = await world.inside.mongo.connection.collection('tokens').findOne({ member: jonas.id });
      expect((await row()).forgetAt?.getTime()).toBeCloseTo(link?.['expiresAt'], -3);
      world.clock.advance(leftMs - 10_000);
      expect(await retry()).toBe('waiting');
      expect((await row()).forgetAt).toBeUndefined();
      server.state.answer = '250 fine';
      await send();
      expect((await row()).sentAt).not.toBeNull();
    });

    it('leave the list when an operator retries one after that hour', async () => {
      const admin = adminOf(world);
      await triedToTheEnd();
      // The command has its own clock.
      const tokens = world.inside.mongo.connection.collection('tokens');
      await tokens.updateMany({ member: jonas.id }, { $set: { expiresAt: 1 } });
      const before = await core().accounts.outboxFigures();
      const again = ['mails', 'retry', mail._id, '--reason', 'the server is back by now'];
      expect(await admin(...again)).toMatchObject({ code: 0, out: expect.stringContaining('is deleted') });
      const after = await core().accounts.outboxFigures();
      expect(after).toEqual({ ...before, givenUp: before.givenUp - 1 });
      expect(await admin(...again)).toMatchObject({ code: 1, err: expect.stringContaining('No mail') });
    });

    it('are not sent an hour late, nor stored for an operator who could not help', async () => {
      server.state.answer = '250 fine';
      const { taken } = server.state;
      const before = await core().accounts.outboxFigures();
      world.clock.advance(HOUR_MS);
      await send();
      expect(await row()).toBeNull();
      expect((await core().accounts.outboxFigures()).givenUp).toBe(before.givenUp);
      expect(server.state.taken).toBe(taken);
    });

    it('are not sent or retried after another link changed the password', async () => {
      server.state.answer = '451 later';
      await send();
      world.clock.advance(60_000);
      await core().accounts.requestPasswordReset(jonas.email, 'default');
      const { secret: token = '' } = (await mails().findOne({ member: jonas.id, attempts: 0 })) ?? {};
      expect(await core().accounts.resetPassword({ token, password: 'a-new-one-for-jonas' })).toMatchObject({
        ok: true,
      });
      server.state.answer = '250 fine';
      const { taken } = server.state;
      await send();
      expect(await row()).toMatchObject({ attempts: 2, sentAt: null });
      expect(server.state.taken).toBe(taken);
      await mails().updateOne({ _id: mail._id }, { $set: { dueAt: null, givenUpAt: 1 } });
      expect(await retry()).toBe('dropped');
      expect(await row()).toBeNull();
    });
  });

  it('are given up when they cannot be built, while others continue', async () => {
    server.state.answer = '250 fine';
    await mails().updateOne({ _id: mail._id }, { $set: { template: 'never-heard-of' } });
    const poison = mail;
    await send();
    await sendAgain(9);
    expect(await row()).toMatchObject({ attempts: 10, failure: 'cannot be written' });
    expect((await row()).givenUpAt).toBeGreaterThan(0);
    const [jonas] = await world.people({ status: 'not_confirmed' });
    await core().accounts.resendActivation(jonas.email, 'default');
    mail = (await mails().findOne({ member: jonas.id })) as Mail;
    await send();
    expect((await row()).sentAt).not.toBeNull();
    expect(poison._id).not.toBe(mail._id);
  });

  it('are given up when they crash their worker each time', async () => {
    // State after ten workers crashed with it.
    await mails().updateOne({ _id: mail._id }, { $set: { attempts: 10, refusals: 10 } });
    server.state.answer = '250 fine';
    const { taken } = server.state;
    await sendAgain(1);
    expect(server.state.taken).toBe(taken);
    expect((await row()).givenUpAt).toBeGreaterThan(0);
  });
});
