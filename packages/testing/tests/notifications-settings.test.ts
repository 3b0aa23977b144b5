import { randomUUID } from 'node:crypto';
import {
  enableMail,
  endSession,
  getNotifications,
  getUser,
  type InputOf,
  logOut,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_TYPES,
  postMessage,
  unregisterPush,
  updateLanguage,
  updateNotifications,
} from '@heartline/contracts';
import { DEFAULT_NOTIFICATIONS } from '@heartline/domain';
import { createLogger, createQueues, type Queues } from '@heartline/platform';
import { type MemberWish, startWorld, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushIn } from './push-in-test.ts';

type Change = InputOf<typeof updateNotifications>;
const HOUR = 3_600_000;

let world: WorldWithStubs;
let queues: Queues;

beforeAll(async () => {
  world = await startWorld({ here: true, stubs: true });
  const logger = createLogger({ level: 'silent', service: 'test' });
  queues = createQueues({ url: world.redis.url, prefix: world.names.prefix, logger });
});
afterAll(async () => {
  await queues?.close();
  await world?.stop();
});

const { phoneOf, write, notify, pushesTo } = pushIn(() => world);

/** Two members. The first has a test phone and the given settings. */
async function pair(change: Change = {}, wish: MemberWish = {}) {
  const [mara, jonas] = await world.people(
    { name: 'Mara' },
    { name: 'Jonas', credits: 20, account: { fictionalConfirmedAt: 1 }, ...wish },
  );
  const subscription = await phoneOf(mara);
  await mara.http.call(updateNotifications, change);
  return { mara, jonas, subscription };
}

describe('notification settings', () => {
  it('have the decided defaults, and PUT changes each switch by itself [S7-063]', async () => {
    const [mara] = await world.people({ name: 'Mara' });
    expect((await mara.http.call(getNotifications, {})).settings).toEqual(DEFAULT_NOTIFICATIONS);
    for (const channel of NOTIFICATION_CHANNELS) {
      for (const type of NOTIFICATION_TYPES) {
        const before = (await mara.http.call(getNotifications, {})).settings;
        const value = !before[channel][type];
        await mara.http.call(updateNotifications, { [channel]: { [type]: value } });
        const { settings } = await mara.http.call(getNotifications, {});
        expect(settings).toEqual({ ...before, [channel]: { ...before[channel], [type]: value } });
      }
    }
    const quiet_hours = { from: '22:00', to: '07:30', time_zone: 'Europe/Warsaw' };
    await Promise.all([
      mara.http.call(updateNotifications, { quiet_hours }),
      mara.http.call(updateNotifications, { discreet_push: false }),
    ]);
    expect((await mara.http.call(getNotifications, {})).settings).toMatchObject({
      quiet_hours,
      discreet_push: false,
    });
    const cleared = await mara.http.call(updateNotifications, { quiet_hours: null });
    expect(cleared.settings.quiet_hours).toBeNull();
  });

  it('belong to one member', async () => {
    const { mara, jonas } = await pair({ push: { like: false } });
    expect((await mara.http.call(getNotifications, {})).settings.push.like).toBe(false);
    expect((await jonas.http.call(getNotifications, {})).settings.push.like).toBe(true);
  });

  it('accept only known settings', async () => {
    const [mara] = await world.people({ name: 'Mara' });
    for (const wrong of [
      { quiet_hours: { from: '24:00', to: '07:00', time_zone: 'UTC' } },
      { quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Atlantis' } },
      { quiet_hours: { from: '22:00', to: '07:00', time_zone: { $gt: '' } } },
      { push: { telepathy: true } },
      { push: { like: 'yes' } },
      { 'push.like': false },
      { _id: 'somebody' },
    ]) {
      const answer = await mara.http.send('PUT', '/api/notifications.php', JSON.stringify(wrong));
      expect(answer.status, JSON.stringify(wrong)).toBe(400);
    }
    expect((await mara.http.call(getNotifications, {})).settings).toEqual(DEFAULT_NOTIFICATIONS);
  });
});

describe('mail that is off', () => {
  it.each([
    ['S3-009', 'fbl'],
    ['S3-010', 'bounce'],
    ['S3-011', 'listunsubscribe'],
  ] as const)(
    '%s gives the reason (%s) until the member turns it on again [S3-008]',
    async (_row, reason) => {
      const [mara] = await world.people({ name: 'Mara' });
      expect((await mara.http.call(getUser, {})).user.notifications_disabled).toEqual([]);
      const [off] = await world.people({ account: { notificationsDisabled: [reason] } });
      expect((await off.http.call(getUser, {})).user.notifications_disabled).toEqual([reason]);
      expect((await off.http.call(getNotifications, {})).notifications_disabled).toEqual([reason]);
      expect((await off.http.call(enableMail, {})).notifications_disabled).toEqual([]);
      expect((await off.http.call(enableMail, {})).notifications_disabled).toEqual([]);
      expect((await off.http.call(getUser, {})).user.notifications_disabled).toEqual([]);
    },
  );

  it('has one list of sources: the account always, others as chosen [S2-052]', async () => {
    await world.inside.mongo.connection
      .collection<{ _id: string }>('sites')
      .updateOne({ _id: 'default' }, { $set: { mail_from: 'hello@heartline.example' } }, { upsert: true });
    world.clock.advance(6_000);
    const { mara } = await pair({ email: { news: true } });
    const { email_sources: sources } = await mara.http.call(getNotifications, {});
    expect(sources.map(({ source, enabled, from }) => [source, enabled, from])).toEqual([
      ['account', true, 'hello@heartline.example'],
      ['activity', true, 'hello@heartline.example'],
      ['offers', true, 'hello@heartline.example'],
    ]);
  });
});

describe('a push follows the settings', () => {
  it('of its type: the first message starts a conversation, later ones are messages', async () => {
    const { mara, jonas } = await pair({ push: { new_conversations: false } });
    expect(await notify(await write(jonas, mara))).toEqual({ pushed: 0 });
    expect(await notify(await write(jonas, mara))).toEqual({ pushed: 1 });
    await mara.http.call(updateNotifications, { push: { new_conversations: true, new_messages: false } });
    world.clock.advance(3_000);
    expect(await notify(await write(jonas, mara))).toEqual({ pushed: 0 });
    const [other] = await world.people({ name: 'Ben', credits: 5 });
    expect(await notify(await write(other, mara))).toEqual({ pushed: 1 });
  });

  it('of discretion: names and texts only if wanted, and always the fictional label', async () => {
    const { mara, jonas } = await pair({ discreet_push: false });
    await notify(await write(jonas, mara, `one two three ${'x'.repeat(300)}`));
    const [open] = pushesTo(mara);
    expect(open?.title).toBe('Jonas');
    expect(open?.body).toMatch(/^one two three x+…$/);
    expect(open?.body.length).toBe(140);
    // A phone that was signed out elsewhere shows this instead.
    expect(open?.discreet).toEqual({ title: 'Heartline', body: 'You have a new message' });
    const fictional = await pair({ discreet_push: false }, { fictional: true });
    await notify(await write(fictional.jonas, fictional.mara));
    expect(pushesTo(fictional.mara)[0]).toMatchObject({
      body: 'Fictional profile: see you at the lake',
      discreet: { body: 'You have a new message from a fictional profile' },
    });
    const discreet = await pair({ discreet_push: true });
    await notify(await write(discreet.jonas, discreet.mara));
    expect(JSON.stringify(pushesTo(discreet.mara))).not.toMatch(/Jonas|lake/);
  });

  it('of its kind: names a photo or gift in the reader’s language', async () => {
    const { mara, jonas } = await pair({ discreet_push: false });
    for (const language of ['pl', 'fr'] as const) {
      await mara.http.call(updateLanguage, { language });
      world.clock.advance(6_000);
      for (const text of ['', 'Dla ciebie']) {
        const gift = { clientId: randomUUID(), profile: mara.id, text, gift: 'rose', credits: 3 };
        const { message } = await jonas.http.call(postMessage, gift);
        await notify({ recipient: mara.id, conversation: message.conversation, seq: message.seq });
      }
    }
    const bodies = pushesTo(mara).map(({ body }) => body);
    expect(bodies.sort()).toEqual(['Cadeau', 'Cadeau\u00a0: Dla ciebie', 'Prezent', 'Prezent: Dla ciebie']);
  });

  it('of quiet hours: none during them, then one per conversation, none for read ones', async () => {
    const { mara, jonas } = await pair({ discreet_push: false });
    const [ben] = await world.people({ name: 'Ben', credits: 5 });
    await mara.http.call(updateNotifications, { quiet_hours: quietNow() });
    world.clock.advance(3_000);
    const items = [
      await write(jonas, mara, 'first'),
      await write(jonas, mara, 'last'),
      await write(ben, mara, 'from Ben'),
    ];
    for (const item of items) expect(await notify(item)).toEqual({ pushed: 0 });
    expect(pushesTo(mara)).toHaveLength(0);
    const waiting = await queues.queue('notify').getDelayed();
    expect(waiting.filter(({ id }) => id?.startsWith('notify-quiet-'))).toHaveLength(3);
    world.clock.advance(3 * HOUR);
    // Each is a job due at the same millisecond. The first one to run uses the newest message.
    const pushed = [];
    for (const item of items) pushed.push((await notify(item)).pushed);
    expect(pushed).toEqual([1, 0, 1]);
    expect(pushesTo(mara)).toMatchObject([
      { body: 'from Ben', seq: items[2]?.seq, badge: 3 },
      { body: 'last', seq: items[1]?.seq, badge: 3 },
    ]);
  });

  it('of quiet hours turned off early: still one push for all waiting messages', async () => {
    const { mara, jonas } = await pair({ discreet_push: false });
    await mara.http.call(updateNotifications, { quiet_hours: quietNow() });
    world.clock.advance(3_000);
    const items = [await write(jonas, mara, 'one'), await write(jonas, mara, 'two')];
    for (const item of items) await notify(item);
    await mara.http.call(updateNotifications, { quiet_hours: null });
    world.clock.advance(3_000);
    const awake = await write(jonas, mara, 'three');
    expect(await notify(awake)).toEqual({ pushed: 1 });
    world.clock.advance(2 * HOUR);
    for (const item of items) expect(await notify(item)).toEqual({ pushed: 0 });
    expect(pushesTo(mara)).toMatchObject([{ body: 'three', seq: awake.seq }]);
  });

  /** Quiet hours that began an hour ago and end in two. */
  function quietNow() {
    const time = (at: number) => new Date(at).toISOString().slice(11, 16);
    return { from: time(world.clock.now() - HOUR), to: time(world.clock.now() + 2 * HOUR), time_zone: 'UTC' };
  }
});

describe('a browser removed from push', () => {
  it('gets no more pushes, and only its owner can remove it', async () => {
    const { mara, jonas, subscription } = await pair();
    await jonas.http.call(unregisterPush, { endpoint: subscription.endpoint });
    expect(await notify(await write(jonas, mara))).toEqual({ pushed: 1 });
    await mara.http.call(unregisterPush, { endpoint: subscription.endpoint });
    await mara.http.call(unregisterPush, { endpoint: subscription.endpoint });
    expect((await mara.http.call(getUser, {})).user.push_subscribed).toBe(false);
    expect(await notify(await write(jonas, mara))).toEqual({ pushed: 0 });
  });

  it.each(['there', 'from another device'])(
    'gets no more pushes after its session was ended %s',
    async (where) => {
      const { mara, jonas } = await pair();
      if (where === 'there') await mara.http.call(logOut, {});
      else {
        const [phone] = await world.people({ name: 'Mara' });
        await world.inside.mongo.connection
          .collection('sessions')
          .updateOne({ member: phone.id }, { $set: { member: mara.id } });
        world.clock.advance(3_000);
        await phone.http.call(endSession, {});
      }
      world.clock.advance(3_000);
      expect(await notify(await write(jonas, mara))).toEqual({ pushed: 0 });
      expect(pushesTo(mara)).toHaveLength(0);
    },
  );
});
