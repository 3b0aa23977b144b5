import { createHash } from 'node:crypto';
import {
  changePassword,
  conversationRead,
  focusChanged,
  getUser,
  LOCALES,
  type Locale,
  logIn,
  registerPush,
  signUp,
  syncTicked,
  unregisterPush,
} from '@heartline/contracts';
import { createPasswords } from '@heartline/platform';
import {
  connectDevice,
  PASSWORD,
  type Person,
  signUpForm,
  startWorld,
  type WorldWithStubs,
} from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushIn } from './push-in-test.ts';

const MINUTE = 60_000;

describe('web push', () => {
  let world: WorldWithStubs;

  beforeAll(async () => {
    world = await startWorld({ here: true, stubs: true });
  });
  afterAll(() => world.stop());

  const { phoneOf, write, notify, putOff, pushesTo } = pushIn(() => world);

  /** Two members. The first has a test phone. */
  async function pair(language: Locale = 'en', fictional = false) {
    const [mara, jonas] = await world.people(
      { name: 'Mara', account: { language } },
      { name: 'Jonas', credits: 20, fictional, account: { fictionalConfirmedAt: 1 } },
    );
    await phoneOf(mara);
    return { mara, jonas };
  }

  it('arrives encrypted for one device, without sender and text [S7-012 S7-067]', async () => {
    const bodies = new Set<string>();
    for (const language of LOCALES) {
      const { mara, jonas } = await pair(language);
      const item = await write(jonas, mara);
      await notify(item);
      const [push] = pushesTo(mara);
      expect(push).toMatchObject({
        kind: 'message',
        title: 'Heartline',
        badge: 1,
        url: `/chats/${item.conversation}`,
      });
      expect(JSON.stringify(push)).not.toMatch(/Jonas|lake/);
      bodies.add(push?.body ?? '');
    }
    expect(bodies.size).toBe(LOCALES.length);
  });

  it('labels a fictional profile', async () => {
    const { mara, jonas } = await pair('en', true);
    await notify(await write(jonas, mara));
    expect(pushesTo(mara)[0]?.body).toBe('You have a new message from a fictional profile');
  });

  it('is not sent when the message was read meanwhile', async () => {
    const { mara, jonas } = await pair();
    const item = await write(jonas, mara);
    const device = await connectDevice(mara.http);
    await device.send(conversationRead, { conversation: item.conversation, seq: item.seq });
    device.close();
    expect(await notify(item)).toEqual({ pushed: 0 });
    expect(pushesTo(mara)).toHaveLength(0);
  });

  it('is not sent while a device has the site in front, and is once it is in the back', async () => {
    const { mara, jonas } = await pair();
    const device = await connectDevice(mara.http);
    await device.send(focusChanged, { focused: true, conversation: null });
    const item = await write(jonas, mara);
    expect(await notify(item)).toEqual({ pushed: 0 });
    await device.send(focusChanged, { focused: false, conversation: null });
    expect(await notify(item)).toEqual({ pushed: 1 });
    device.close();
  });

  it('is not sent to a page in front longer than the record, renewed by each tick', async () => {
    const { mara, jonas } = await pair();
    const device = await connectDevice(mara.http);
    await device.send(focusChanged, { focused: true, conversation: null });
    const { redis } = world.inside;
    const [stored = ''] = await redis.keys(`*:focus:{${mara.id}}`);
    expect(await redis.expire(stored, 0)).toBe(1);
    const ticks = device.all(syncTicked).length;
    await expect.poll(() => device.all(syncTicked).length, { timeout: 40_000 }).toBeGreaterThan(ticks);
    expect(await notify(await write(jonas, mara))).toEqual({ pushed: 0 });
    device.close();
    await expect.poll(() => redis.exists(stored)).toBe(0);
  });

  it('continues in the browser in which the password was changed, and in no other', async () => {
    const passwordHash = await createPasswords().hash(PASSWORD);
    const [mara, jonas] = await world.people(
      { name: 'Mara', account: { passwordHash } },
      { name: 'Jonas', credits: 20 },
    );
    const phone = await phoneOf(mara);
    // An attacker with the cookie registers a phone of their own.
    const { push } = world.stubs;
    const thief = `thief of ${mara.id}`;
    await mara.http.call(registerPush, {
      subscription: await push.subscribe(world.secrets.vapidPublicKey, thief),
    });
    await mara.http.call(changePassword, { old_password: PASSWORD, password: 'seven green otters' });
    expect(await notify(await write(jonas, mara))).toEqual({ pushed: 1 });
    expect([push.pushes(mara.id), push.pushes(thief)]).toMatchObject([{ length: 1 }, { length: 1 }]);
    // With the fresh cookie the page registers its browser again. Registrations of the previous session end.
    await mara.http.call(registerPush, { subscription: phone });
    const sessions = world.inside.mongo.connection.collection('sessions');
    await expect.poll(() => sessions.countDocuments({ member: mara.id }), { timeout: 10_000 }).toBe(1);
    world.clock.advance(3_000);
    expect(await notify(await write(jonas, mara))).toEqual({ pushed: 1 });
    expect([push.pushes(mara.id), push.pushes(thief)]).toMatchObject([{ length: 2 }, { length: 1 }]);
    const laptop = world.browser();
    await laptop.call(logIn, { email: mara.email, password: 'seven green otters' });
    await laptop.call(changePassword, { old_password: 'seven green otters', password: 'eight red otters' });
    expect(await notify(await write(jonas, mara))).toEqual({ pushed: 0 });
  });

  it('is not sent to a closed account, nor from one', async () => {
    const first = await pair();
    const closed = await write(first.jonas, first.mara);
    await setStatus(first.mara, 'disabled');
    const second = await pair();
    const fromClosed = await write(second.jonas, second.mara);
    await setStatus(second.jonas, 'disabled');
    world.clock.advance(6_000);
    expect(await notify(closed, fromClosed)).toEqual({ pushed: 0 });
  });

  async function setStatus(who: Person, status: string): Promise<void> {
    for (const collection of ['accounts', 'profiles']) {
      await world.inside.mongo.connection
        .collection<{ _id: string }>(collection)
        .updateOne({ _id: who.id }, { $set: { status } });
    }
  }

  it('is sent once per message, for any number of runs of its job [F17]', async () => {
    const { mara, jonas } = await pair();
    const item = await write(jonas, mara);
    await Promise.all([notify(item), notify(item), notify(item)]);
    await notify(item);
    world.clock.advance(2 * MINUTE);
    await notify(item);
    expect(pushesTo(mara)).toHaveLength(1);
    expect(await notify(await write(jonas, mara))).toEqual({ pushed: 1 });
  });

  it('combines new messages of a conversation, and counts all of them in the badge', async () => {
    const { mara, jonas } = await pair();
    const items = [await write(jonas, mara), await write(jonas, mara), await write(jonas, mara)];
    await notify(...items);
    expect(pushesTo(mara)).toHaveLength(1);
    expect(pushesTo(mara)[0]?.badge).toBe(3);
  });

  it('removes an expired device, and the site shows when none is left [F29]', async () => {
    const { mara, jonas } = await pair();
    expect((await mara.http.call(getUser, {})).user.push_subscribed).toBe(true);
    world.stubs.push.behave(mara.id, 'gone');
    await notify(await write(jonas, mara));
    world.stubs.push.behave(mara.id, 'take');
    await notify(await write(jonas, mara));
    expect(pushesTo(mara)).toHaveLength(0);
    expect(await subscriptionsOf(mara)).toBe(0);
    await expect.poll(async () => (await mara.http.call(getUser, {})).user.push_subscribed).toBe(false);
  });

  it.each(['busy', 'broken', 'silent'] as const)(
    'retries a push service that is %s later, and keeps the device [F29]',
    async (how) => {
      const { mara, jonas } = await pair();
      const item = await write(jonas, mara);
      world.stubs.push.behave(mara.id, how);
      expect(await notify(item)).toEqual({ pushed: 0 });
      world.stubs.push.behave(mara.id, 'take');
      expect(await subscriptionsOf(mara)).toBe(1);
      world.clock.advance(66_000);
      expect(await notify(item)).toEqual({ pushed: 1 });
    },
  );

  it('retries a busy push service for its own browser only', async () => {
    const { mara, jonas } = await pair();
    const second = `${mara.id}-second`;
    const { push } = world.stubs;
    const subscription = await push.subscribe(world.secrets.vapidPublicKey, second);
    await mara.http.call(registerPush, { subscription });
    const item = await write(jonas, mara);
    push.behave(second, 'busy');
    expect(await notify(item)).toEqual({ pushed: 1 });
    push.behave(second, 'take');
    const [again] = await putOff('again', item);
    expect(again?.data).toMatchObject({ items: [item] });
    world.clock.advance(again?.delay ?? 0);
    expect(await notify(item)).toEqual({ pushed: 1 });
    expect(await notify(item)).toEqual({ pushed: 0 });
    expect([push.pushes(mara.id).length, push.pushes(second).length]).toEqual([1, 1]);
  });

  it('is tried three times and not a fourth at a busy service [M7]', async () => {
    const { mara, jonas } = await pair();
    const item = await write(jonas, mara);
    const claims = world.inside.mongo.connection.collection<{ _id: string; attempts: number }>(
      'notifications',
    );
    const attempts = async () =>
      (await claims.findOne({ _id: `${mara.id}:${item.conversation}-${item.seq}:push` }))?.attempts;
    world.stubs.push.behave(mara.id, 'busy');
    for (const tried of [1, 2, 3, 3]) {
      expect(await notify(item)).toEqual({ pushed: 0 });
      expect(await attempts()).toBe(tried);
      world.clock.advance(66_000);
    }
    world.stubs.push.behave(mara.id, 'take');
    expect(await notify(item)).toEqual({ pushed: 0 });
    expect(pushesTo(mara)).toEqual([]);
    // Its job is not repeated forever either.
    expect(await putOff('taken', item)).toEqual([]);
  });

  it('is scheduled again and sent once after its worker died [F6]', async () => {
    const { mara, jonas } = await pair();
    const item = await write(jonas, mara);
    // State after a worker died between its claim and the push service.
    const now = world.clock.now();
    await world.inside.mongo.connection.collection<{ _id: string }>('notifications').insertOne({
      _id: `${mara.id}:${item.conversation}-${item.seq}:push`,
      attempts: 1,
      claimedAt: now,
      sentAt: null,
      expiresAt: new Date(now + 90 * 24 * 60 * MINUTE),
    } as { _id: string });
    expect(await notify(item)).toEqual({ pushed: 0 });
    const [again] = await putOff('taken', item);
    expect(again?.data).toMatchObject({ items: [item] });
    world.clock.advance(again?.delay ?? 0);
    expect(await notify(item)).toEqual({ pushed: 1 });
    expect(await notify(item)).toEqual({ pushed: 0 });
    expect(pushesTo(mara)).toHaveLength(1);
  });

  it('is scheduled again when Redis lost its job [F10]', async () => {
    const { mara, jonas } = await pair();
    const { messaging } = world.gateways[0].core;
    await messaging.sweepMessages(0);
    const item = await write(jonas, mara);
    const asked = async () => {
      const jobs = await world.inside.queues.queue('notify').getDelayed();
      return jobs.flatMap(({ data }) => (data as { items: object[] }).items);
    };
    await expect.poll(asked).toContainEqual(item);
    await world.inside.redis.flushAll();
    expect(await asked()).toEqual([]);
    await messaging.sweepMessages(0);
    await expect.poll(asked).toContainEqual(item);
  });

  function subscriptionsOf(who: Person): Promise<number> {
    return world.inside.mongo.connection.collection('pushSubscriptions').countDocuments({ member: who.id });
  }

  describe('subscriptions', () => {
    it('refuse addresses that are no push service (hostile 68)', async () => {
      const { mara } = await pair();
      const { keys } = await world.stubs.push.subscribe(world.secrets.vapidPublicKey, 'none');
      for (const endpoint of [
        'http://fcm.googleapis.com/fcm/send/a',
        'https://169.254.169.254/latest',
        'https://[::1]/a',
        'https://127.1/a',
        'https://0x7f000001/a',
        'https://user@fcm.googleapis.com/a',
        'https://fcm.googleapis.com:8443/a',
        'https://fcm.googleapis.com.evil.tld/a',
        'https://evil.tld/fcm.googleapis.com',
      ]) {
        await expect(
          mara.http.call(registerPush, { subscription: { endpoint, keys } }),
        ).rejects.toMatchObject({ status: 400 });
      }
      for (const bad of [
        { p256dh: 'AAAA', auth: keys.auth },
        { p256dh: keys.p256dh, auth: 'AA' },
      ]) {
        const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/a', keys: bad };
        await expect(mara.http.call(registerPush, { subscription })).rejects.toMatchObject({ status: 400 });
      }
      expect(await subscriptionsOf(mara)).toBe(1);
    });

    it('are limited to the 16 newest, and move to the last session (hostile 69)', async () => {
      const { mara, jonas } = await pair();
      const phones: string[] = [];
      for (let index = 0; index < 20; index += 1) {
        world.clock.advance(1);
        const { endpoint } = await phoneOf(mara);
        phones.push(createHash('sha256').update(endpoint).digest('hex'));
      }
      const stored = await world.inside.mongo.connection
        .collection<{ _id: string }>('pushSubscriptions')
        .find({ member: mara.id })
        .toArray();
      expect(stored.map(({ _id }) => _id).sort()).toEqual(phones.slice(-16).sort());
      const shared = await world.stubs.push.subscribe(world.secrets.vapidPublicKey, 'shared browser');
      await mara.http.call(registerPush, { subscription: shared });
      await jonas.http.call(registerPush, { subscription: shared });
      await jonas.http.call(registerPush, { subscription: shared });
      expect(await subscriptionsOf(jonas)).toBe(1);
      expect(await subscriptionsOf(mara)).toBe(15);
      // The previous owner cannot remove it from the new one.
      await mara.http.call(unregisterPush, { endpoint: shared.endpoint });
      expect(await subscriptionsOf(jonas)).toBe(1);
      await jonas.http.call(unregisterPush, { endpoint: shared.endpoint });
      expect(await subscriptionsOf(jonas)).toBe(0);
    });
  });
});

describe('mail', () => {
  let world: WorldWithStubs;

  beforeAll(async () => {
    world = await startWorld({ here: true, workers: 1, stubs: true });
  });
  afterAll(() => world.stop());

  async function signedUp(language: Locale): Promise<string> {
    const form = signUpForm({ language });
    await world.browser().call(signUp, form);
    return form.email;
  }

  it('delivers the activation mail by the worker, in the member’s language [S0-004]', async () => {
    const subjects = new Set<string>();
    for (const language of LOCALES) {
      const email = await signedUp(language);
      const mail = await world.stubs.mailbox.waitFor(email);
      expect(mail.to).toEqual([email]);
      expect(mail.text).toMatch(/^http:\/\/a\.localhost\/activate\?token=[\w-]{40,}$/m);
      expect(mail.html).toContain(`lang="${language}"`);
      subjects.add(mail.subject);
    }
    expect(subjects.size).toBe(LOCALES.length);
  });

  it('leaves once when its job runs three times, and its secret is erased [F17]', async () => {
    const email = await signedUp('en');
    await world.stubs.mailbox.waitFor(email);
    const account = await world.inside.mongo.connection.collection('accounts').findOne({ email });
    const mails = world.inside.mongo.connection.collection<{
      _id: string;
      member: string;
      secret: string | null;
    }>('mails');
    const mail = await mails.findOne({ member: String(account?._id) });
    const sink = { send: async () => Promise.reject(new Error('sent a second time')) };
    await expect.poll(async () => (await mails.findOne({ _id: mail?._id ?? '' }))?.secret).toBeNull();
    for (let times = 0; times < 3; times += 1) {
      await world.gateways[0].core.notifications.sendMail(sink, mail?._id ?? '');
    }
    expect(world.stubs.mailbox.mails(email)).toHaveLength(1);
  });

  it('is found by the sweep when its job was lost', async () => {
    const email = await signedUp('de');
    await world.stubs.mailbox.waitFor(email);
    world.stubs.mailbox.clear();
    const account = await world.inside.mongo.connection.collection('accounts').findOne({ email });
    // State after the job died with its worker: the row exists, unsent and due again.
    await world.inside.mongo.connection
      .collection('mails')
      .updateOne(
        { member: String(account?._id) },
        { $set: { sentAt: null, secret: 'again', dueAt: world.clock.now() } },
      );
    const mail = await world.stubs.mailbox.waitFor(email, 20_000);
    expect(mail.text).toContain('token=again');
  });
});
