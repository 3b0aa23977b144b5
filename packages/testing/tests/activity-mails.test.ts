import {
  conversationRead,
  getNotifications,
  getProfile,
  type InputOf,
  LOCALES,
  likeProfile,
  MAIL_OFF_PATH,
  muteChat,
  updateNotifications,
} from '@heartline/contracts';
import type { MailMessage } from '@heartline/platform';
import {
  connectDevice,
  type MemberWish,
  type Person,
  startWorld,
  type WorldWithStubs,
} from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushIn } from './push-in-test.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let world: WorldWithStubs;

beforeAll(async () => {
  world = await startWorld({ here: true, stubs: true });
});
afterAll(() => world?.stop());

const { phoneOf, write, pushesTo } = pushIn(() => world);
const notifications = () => world.gateways[0].core.notifications;

async function pair(change: InputOf<typeof updateNotifications> = {}, wish: MemberWish = {}, account = {}) {
  const [mara, jonas] = await world.people(
    { name: 'Mara', account: { fictionalConfirmedAt: 1, ...account } },
    { name: 'Jonas', credits: 20, account: { fictionalConfirmedAt: 1 }, ...wish },
  );
  await mara.http.call(updateNotifications, change);
  return { mara, jonas };
}

/** Sends a message and runs the job that records it for notifications. */
async function news(from: Person, to: Person) {
  const item = await write(from, to);
  await notifications().addPendingMail('messages', [to.id]);
  return item;
}

async function like(from: Person, to: Person) {
  await from.http.call(likeProfile, { profile: to.id });
  await notifications().addPendingMail('likes', [to.id]);
}

/** All activity mails sent to a member so far. */
async function mailsTo({ id, email }: Person): Promise<MailMessage[]> {
  await notifications().sweepPendingMails();
  const sent: MailMessage[] = [];
  const mailer = { send: async (mail: MailMessage) => void sent.push(mail) };
  const rows = await world.inside.mongo.connection
    .collection<{ _id: string; member: string; sentAt: number | null }>('mails')
    .find({ member: id, sentAt: null })
    .toArray();
  for (const { _id } of rows) await notifications().sendMail(mailer, _id);
  expect(sent.every(({ to }) => to === email)).toBe(true);
  return sent;
}

const pendingOf = ({ id }: Person, kind = 'messages') =>
  world.inside.mongo.connection
    .collection<{ _id: string; againAt: number | null; dueAt: number | null }>('owedMails')
    .findOne({ _id: `${id}:${kind}` });

describe('a mail about unread messages', () => {
  it('is sent once after half an hour, in the member’s language, without names', async () => {
    const subjects = new Set<string>();
    for (const language of LOCALES) {
      const { mara, jonas } = await pair({}, {}, { language });
      await news(jonas, mara);
      await news(jonas, mara);
      world.clock.advance(30 * MINUTE - 30_000);
      expect(await mailsTo(mara)).toEqual([]);
      world.clock.advance(MINUTE);
      const [mail, ...others] = await mailsTo(mara);
      expect(others).toEqual([]);
      expect(mail?.subject).toContain('2');
      expect(mail?.html).toContain(`lang="${language}"`);
      expect(mail?.text).toContain('http://a.localhost/chats');
      expect(`${mail?.subject}${mail?.text}`).not.toMatch(/Jonas|lake/);
      subjects.add(mail?.subject ?? '');
      expect(await mailsTo(mara)).toEqual([]);
    }
    expect(subjects.size).toBe(LOCALES.length);
  });

  it('names the sender without discretion, and always labels fictional profiles', async () => {
    for (const discreet_push of [true, false]) {
      const { mara, jonas } = await pair({ discreet_push }, { fictional: true });
      const [ben] = await world.people({ name: 'Ben <b>', credits: 5 });
      await news(jonas, mara);
      world.clock.advance(1_000);
      await news(ben, mara);
      world.clock.advance(31 * MINUTE);
      const [mail] = await mailsTo(mara);
      const text = 'You have 2 unread messages, 1 from a fictional profile';
      expect(mail?.subject).toBe(text);
      expect(mail?.text).toContain(text);
      const names = 'from Ben <b> and Jonas (fictional profile).';
      expect([mail?.text.includes(names), mail?.text.includes('Jonas')]).toEqual([
        !discreet_push,
        !discreet_push,
      ]);
      expect(mail?.html).not.toContain('<b>');
    }
  });

  it('is not sent for read messages, when turned off, or to an unusable address', async () => {
    const read = await pair();
    const item = await news(read.jonas, read.mara);
    const device = await connectDevice(read.mara.http);
    await device.send(conversationRead, { conversation: item.conversation, seq: item.seq });
    device.close();
    const off = await pair({ email: { new_conversations: false, new_messages: false } });
    await news(off.jonas, off.mara);
    const bounced = await pair({}, {}, { notificationsDisabled: ['bounce'] });
    await news(bounced.jonas, bounced.mara);
    world.clock.advance(31 * MINUTE);
    for (const { mara } of [read, off, bounced]) expect(await mailsTo(mara)).toEqual([]);
  });

  it('leaves out muted conversations, and is not sent if there is nothing else', async () => {
    const { mara, jonas } = await pair({ discreet_push: false });
    const { conversation } = await news(jonas, mara);
    await mara.http.call(muteChat, { conversation, on: true });
    world.clock.advance(31 * MINUTE);
    expect(await mailsTo(mara)).toEqual([]);
    const [ben] = await world.people({ name: 'Ben', credits: 5 });
    await news(ben, mara);
    world.clock.advance(31 * MINUTE);
    const [mail] = await mailsTo(mara);
    expect(mail?.text).toContain('from Ben.');
    expect(mail?.text).not.toContain('Jonas');
  });

  it('is not sent when the messages are read between decision and sending', async () => {
    const { mara, jonas } = await pair();
    const item = await news(jonas, mara);
    world.clock.advance(31 * MINUTE);
    await notifications().sweepPendingMails();
    const device = await connectDevice(mara.http);
    await device.send(conversationRead, { conversation: item.conversation, seq: item.seq });
    device.close();
    expect(await mailsTo(mara)).toEqual([]);
    const mails = world.inside.mongo.connection.collection('mails');
    expect(await mails.countDocuments({ member: mara.id })).toBe(0);
  });

  it('waits for the end of quiet hours', async () => {
    const { mara, jonas } = await pair();
    const time = (at: number) => new Date(at).toISOString().slice(11, 16);
    const now = world.clock.now();
    const quiet_hours = { from: time(now - HOUR), to: time(now + 3 * HOUR), time_zone: 'UTC' };
    await mara.http.call(updateNotifications, { quiet_hours });
    await news(jonas, mara);
    world.clock.advance(31 * MINUTE);
    expect(await mailsTo(mara)).toEqual([]);
    world.clock.advance(3 * HOUR);
    expect(await mailsTo(mara)).toHaveLength(1);
  });

  it('is followed by one reminder a day later, by mail and push as chosen', async () => {
    const { mara, jonas } = await pair({ push: { unread_message_reminders: true } });
    await phoneOf(mara);
    await news(jonas, mara);
    world.clock.advance(31 * MINUTE);
    expect(await mailsTo(mara)).toHaveLength(1);
    world.clock.advance(23 * HOUR);
    expect(await mailsTo(mara)).toEqual([]);
    world.clock.advance(HOUR);
    expect(await mailsTo(mara)).toHaveLength(1);
    expect(pushesTo(mara).map(({ body }) => body)).toEqual(['You have an unread message']);
    world.clock.advance(72 * HOUR);
    expect(await mailsTo(mara)).toEqual([]);
    expect(pushesTo(mara)).toHaveLength(1);
  });

  it('is sent once when two workers run and one died before recording it', async () => {
    const { mara, jonas } = await pair();
    await news(jonas, mara);
    world.clock.advance(31 * MINUTE);
    await Promise.all([notifications().sweepPendingMails(), notifications().sweepPendingMails()]);
    // State after a worker died once it had sent: the claim and the name of the started mail.
    const before = await world.inside.mongo.connection
      .collection<{ _id: string; member: string }>('mails')
      .findOne({ member: mara.id });
    const begun = Number(before?._id.split('-').at(-1));
    await world.inside.mongo.connection
      .collection<{ _id: string }>('owedMails')
      .updateOne(
        { _id: `${mara.id}:messages` },
        { $set: { dueAt: null, againAt: world.clock.now() + 5 * MINUTE, begun, last: null } },
      );
    expect(await mailsTo(mara)).toHaveLength(1);
    world.clock.advance(5 * MINUTE);
    expect(await mailsTo(mara)).toEqual([]);
    expect((await pendingOf(mara))?.againAt).toBeNull();
  });

  it('is sent again half an hour after a new message, once the last ones were read', async () => {
    const { mara, jonas } = await pair();
    const item = await news(jonas, mara);
    world.clock.advance(31 * MINUTE);
    expect(await mailsTo(mara)).toHaveLength(1);
    const device = await connectDevice(mara.http);
    await device.send(conversationRead, { conversation: item.conversation, seq: item.seq });
    device.close();
    world.clock.advance(HOUR);
    await news(jonas, mara);
    expect(await mailsTo(mara)).toEqual([]);
    world.clock.advance(31 * MINUTE);
    expect(await mailsTo(mara)).toHaveLength(1);
  });

  it('counts every conversation, for any number of them', async () => {
    const { mara } = await pair();
    const many = await world.people(...Array.from({ length: 22 }, (_, n) => ({ name: `N${n}`, credits: 5 })));
    for (const from of many) await news(from, mara);
    world.clock.advance(31 * MINUTE);
    expect((await mailsTo(mara))[0]?.subject).toBe('You have 22 unread messages');
  });

  it('is never sent for a fictional profile', async () => {
    const { mara, jonas } = await pair({}, { fictional: true });
    await world.inside.core.credits.grant(mara.id, { key: 'signup', credits: 5, reason: 'signup' });
    await news(mara, jonas);
    world.clock.advance(31 * MINUTE);
    expect(await mailsTo(jonas)).toEqual([]);
    expect(await pendingOf(jonas)).toBeNull();
  });
});

describe('a mail about likes', () => {
  it('is sent at most daily, with the likes that are still new', async () => {
    const { mara, jonas } = await pair();
    const [ben, eve] = await world.people({ name: 'Ben' }, { name: 'Eve' });
    await like(jonas, mara);
    await like(ben, mara);
    world.clock.advance(61 * MINUTE);
    const [mail] = await mailsTo(mara);
    expect(mail?.subject).toBe('You have 2 new likes');
    expect(mail?.text).toContain('http://a.localhost/likes');
    await like(eve, mara);
    world.clock.advance(2 * HOUR);
    expect(await mailsTo(mara)).toEqual([]);
    await mara.http.call(getProfile, { id: jonas.id });
    world.clock.advance(22 * HOUR);
    expect((await mailsTo(mara)).map(({ subject }) => subject)).toEqual(['You have 2 new likes']);
    world.clock.advance(48 * HOUR);
    expect(await mailsTo(mara)).toEqual([]);
  });
});

describe('a mail about likes that were returned', () => {
  it('leaves out a member who was liked back, and names one who liked back', async () => {
    const { mara, jonas } = await pair();
    const [ben] = await world.people({ name: 'Ben' });
    await like(jonas, mara);
    world.clock.advance(1_000);
    await like(mara, jonas);
    await like(mara, ben);
    world.clock.advance(1_000);
    await like(ben, mara);
    world.clock.advance(61 * MINUTE);
    expect((await mailsTo(mara)).map(({ subject }) => subject)).toEqual(['You have a new like']);
  });
});

describe('the unsubscribe link of a mail kind', () => {
  async function linkOf(mara: Person, jonas: Person): Promise<URL> {
    await news(jonas, mara);
    world.clock.advance(31 * MINUTE);
    const [mail] = await mailsTo(mara);
    expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const url = /^<(.+)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect(mail?.text).toContain(url);
    return new URL(url);
  }
  const at = (url: URL) => `${world.gateways[0].address}${url.pathname}${url.search}`;
  const oneClick = (url: URL) =>
    fetch(at(url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
  const emailOf = async ({ http }: Person) => (await http.call(getNotifications, {})).settings.email;

  it('accepts posts of mail programs without log-in, and GET changes nothing', async () => {
    const { mara, jonas } = await pair();
    const url = await linkOf(mara, jonas);
    const before = await emailOf(mara);
    const page = await fetch(at(url));
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<form method="post"');
    expect(await emailOf(mara)).toEqual(before);
    for (let times = 0; times < 2; times += 1) {
      const done = await oneClick(url);
      expect(done.status).toBe(200);
      expect(await done.text()).toContain('These e-mails are off');
    }
    const off = { new_conversations: false, new_messages: false, unread_message_reminders: false };
    expect(await emailOf(mara)).toEqual({ ...before, ...off });
    // Neither a mail for the mailed message nor for the new one, and no reminder.
    await news(jonas, mara);
    for (let day = 0; day < 3; day += 1) {
      world.clock.advance(25 * HOUR);
      expect(await mailsTo(mara)).toEqual([]);
    }
  });

  it('does nothing with a forged link or one of another member', async () => {
    const { mara, jonas } = await pair();
    const url = await linkOf(mara, jonas);
    const token = url.searchParams.get('t') ?? '';
    for (const wrong of [
      '',
      'x',
      token.replace(mara.id, jonas.id),
      token.replace('messages', 'likes'),
      `${token}x`,
    ]) {
      const forged = new URL(`${MAIL_OFF_PATH}?t=${encodeURIComponent(wrong)}`, url);
      expect((await fetch(at(forged))).status).toBe(404);
      expect((await oneClick(forged)).status).toBe(404);
    }
    expect((await emailOf(jonas)).new_messages).toBe(true);
    expect((await emailOf(mara)).like).toBe(true);
  });
});
