import {
  blockProfile,
  focusChanged,
  getProfile,
  type InputOf,
  LOCALES,
  likeProfile,
  setInvisible,
  unlikeProfile,
  updateNotifications,
} from '@heartline/contracts';
import { type MemberWish, type Person, startWorld, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushIn } from './push-in-test.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
let world: WorldWithStubs;

beforeAll(async () => {
  world = await startWorld({ here: true, stubs: true });
});
afterAll(() => world?.stop());

const { phoneOf, pushesTo } = pushIn(() => world);

/** A member with a test phone and these settings, and a member who may like them. */
async function pair(change: InputOf<typeof updateNotifications> = {}, wish: MemberWish = {}) {
  const [mara, jonas] = await world.people({ name: 'Mara' }, { name: 'Jonas', premium: true, ...wish });
  await phoneOf(mara);
  await mara.http.call(updateNotifications, change);
  return { mara, jonas };
}

const like = (from: Person, to: Person) => from.http.call(likeProfile, { profile: to.id });
const unlike = (from: Person, to: Person) => from.http.call(unlikeProfile, { profile: to.id });
/** The push job of a like, as a worker runs it. */
const notify = (member: Person, other: Person) =>
  world.gateways[0].core.notifications.notifyLike({ member: member.id, other: other.id });
/** Waiting push jobs for the two, and the reason why they were put off. */
async function waiting(member: Person, other: Person, why = '') {
  const jobs = await world.inside.queues.queue('notify').getDelayed();
  return jobs.filter(({ id }) => id?.startsWith(`like-${why}`) && id.includes(`${member.id}-${other.id}`));
}

describe('a push about a like', () => {
  it('is scheduled seconds later, and sent without a name in the member’s language', async () => {
    const bodies = new Set<string>();
    for (const language of LOCALES) {
      const [mara, jonas] = await world.people({ name: 'Mara', account: { language } }, { name: 'Jonas' });
      await phoneOf(mara);
      await like(jonas, mara);
      const [job] = await waiting(mara, jonas);
      expect(job).toMatchObject({ name: 'notify-like', data: { member: mara.id, other: jonas.id } });
      expect(job?.delay).toBeGreaterThan(0);
      expect(await notify(mara, jonas)).toEqual({ pushed: 1 });
      const [push] = pushesTo(mara);
      expect(push).toMatchObject({ kind: 'like', title: 'Heartline', tag: 'likes', url: '/likes', badge: 1 });
      expect(JSON.stringify(push)).not.toContain('Jonas');
      expect(JSON.stringify(push)).not.toContain(jonas.id);
      bodies.add(push?.body ?? '');
    }
    expect(bodies.size).toBe(LOCALES.length);
  });

  it('is scheduled again and sent once when Redis lost its job', async () => {
    const { mara, jonas } = await pair();
    const { messaging } = world.gateways[0].core;
    await messaging.sweepMessages(0);
    await like(jonas, mara);
    await expect.poll(() => waiting(mara, jonas)).toHaveLength(1);
    await world.inside.redis.flushAll();
    expect(await waiting(mara, jonas)).toEqual([]);
    await messaging.sweepMessages(0);
    const [again] = await waiting(mara, jonas);
    expect(again).toMatchObject({ name: 'notify-like', data: { member: mara.id, other: jonas.id } });
    for (const pushed of [1, 0]) expect(await notify(mara, jonas)).toEqual({ pushed });
    expect(pushesTo(mara)).toHaveLength(1);
    // Complete likes are not scheduled again by each pass.
    await world.inside.queues.queue('notify').drain(true);
    await messaging.sweepMessages(0);
    expect(await waiting(mara, jonas)).toEqual([]);
  });

  it('names the sender without discretion, and labels a fictional profile', async () => {
    const open = await pair({ discreet_push: false });
    await like(open.jonas, open.mara);
    await notify(open.mara, open.jonas);
    expect(pushesTo(open.mara)[0]).toMatchObject({
      body: 'Jonas likes you',
      discreet: { title: 'Heartline', body: 'You have a new like' },
      liker: open.jonas.id,
    });
    const fictional = await pair({ discreet_push: false }, { fictional: true });
    await like(fictional.jonas, fictional.mara);
    await notify(fictional.mara, fictional.jonas);
    expect(pushesTo(fictional.mara)[0]?.body).toBe('Fictional profile: Jonas likes you');
    const discreet = await pair({}, { fictional: true });
    await like(discreet.jonas, discreet.mara);
    await notify(discreet.mara, discreet.jonas);
    expect(pushesTo(discreet.mara)[0]?.body).toBe('You have a new like from a fictional profile');
  });

  it('is combined with others: it counts likes and fictional profiles', async () => {
    const { mara, jonas } = await pair({ discreet_push: false });
    const [ben, eve] = await world.people({ name: 'Ben' }, { name: 'Eve', fictional: true });
    for (const from of [jonas, ben]) {
      await like(from, mara);
      world.clock.advance(1_000);
    }
    // Both jobs run at the same time, as after quiet hours.
    const both = await Promise.all([notify(mara, jonas), notify(mara, ben)]);
    expect(both.reduce((sum, { pushed }) => sum + pushed, 0)).toBe(1);
    await like(eve, mara);
    expect(await notify(mara, eve)).toEqual({ pushed: 1 });
    expect(
      pushesTo(mara)
        .map(({ body }) => body)
        .sort(),
    ).toEqual(['You have 2 new likes', 'You have 3 new likes, 1 from a fictional profile']);
    expect(new Set(pushesTo(mara).map(({ tag }) => tag))).toEqual(new Set(['likes']));
  });

  it('is sent although a newer one was, for the like of a match and a repeated like', async () => {
    const { mara, jonas } = await pair({ discreet_push: false });
    const [ben] = await world.people({ name: 'Ben' });
    await like(mara, jonas);
    world.clock.advance(1_000);
    await like(ben, mara);
    world.clock.advance(1_000);
    await like(jonas, mara);
    await notify(mara, jonas);
    expect(await notify(mara, ben)).toEqual({ pushed: 1 });
    const bodies = () => new Set(pushesTo(mara).map(({ body }) => body));
    expect(bodies()).toEqual(new Set(['Jonas likes you too', 'Ben likes you']));
    const [eve, kim] = await world.people({ name: 'Eve' }, { name: 'Kim' });
    await like(eve, mara);
    await notify(mara, eve);
    await unlike(eve, mara);
    world.clock.advance(1_000);
    await like(kim, mara);
    world.clock.advance(1_000);
    await like(eve, mara);
    expect(await notify(mara, kim)).toEqual({ pushed: 1 });
    expect(bodies()).toContain('You have 3 new likes');
  });

  it('is sent once for any number of job runs, and not again for a repeated like', async () => {
    const { mara, jonas } = await pair();
    await like(jonas, mara);
    await Promise.all([notify(mara, jonas), notify(mara, jonas), notify(mara, jonas)]);
    world.clock.advance(2 * MINUTE);
    await notify(mara, jonas);
    await unlike(jonas, mara);
    await like(jonas, mara);
    expect(await notify(mara, jonas)).toEqual({ pushed: 0 });
    expect(pushesTo(mara)).toHaveLength(1);
  });

  it('is scheduled again and sent once after its worker died [F6]', async () => {
    const { mara, jonas } = await pair();
    await like(jonas, mara);
    const now = world.clock.now();
    await world.inside.mongo.connection.collection<{ _id: string }>('notifications').insertOne({
      _id: `${mara.id}:like-${jonas.id}:push`,
      attempts: 1,
      claimedAt: now,
      sentAt: null,
      expiresAt: new Date(now + 90 * 24 * HOUR),
    } as { _id: string });
    expect(await notify(mara, jonas)).toEqual({ pushed: 0 });
    const [again] = await waiting(mara, jonas, 'taken');
    expect(again?.data).toEqual({ member: mara.id, other: jonas.id });
    world.clock.advance(again?.delay ?? 0);
    expect(await notify(mara, jonas)).toEqual({ pushed: 1 });
    expect(await notify(mara, jonas)).toEqual({ pushed: 0 });
  });

  it('is scheduled again when the push service is busy [F29]', async () => {
    const { mara, jonas } = await pair();
    await like(jonas, mara);
    world.stubs.push.behave(mara.id, 'busy');
    expect(await notify(mara, jonas)).toEqual({ pushed: 0 });
    world.stubs.push.behave(mara.id, 'take');
    const [again] = await waiting(mara, jonas, 'again');
    world.clock.advance(again?.delay ?? 0);
    expect(await notify(mara, jonas)).toEqual({ pushed: 1 });
  });

  it('waits for the end of quiet hours', async () => {
    const { mara, jonas } = await pair();
    const [ben] = await world.people({ name: 'Ben' });
    const time = (at: number) => new Date(at).toISOString().slice(11, 16);
    const now = world.clock.now();
    const quiet_hours = { from: time(now - HOUR), to: time(now + 2 * HOUR), time_zone: 'UTC' };
    await mara.http.call(updateNotifications, { quiet_hours });
    world.clock.advance(3_000);
    for (const from of [jonas, ben]) await like(from, mara);
    for (const from of [jonas, ben]) expect(await notify(mara, from)).toEqual({ pushed: 0 });
    const [put] = await waiting(mara, jonas, 'quiet');
    expect(put?.delay).toBeGreaterThan(1.9 * HOUR);
    world.clock.advance(put?.delay ?? 0);
    const pushed = [await notify(mara, jonas), await notify(mara, ben)];
    expect(pushed).toEqual([{ pushed: 1 }, { pushed: 0 }]);
    expect(pushesTo(mara)[0]?.body).toBe('You have 2 new likes');
  });

  it('is not sent when turned off, or while the site is in front', async () => {
    const off = await pair({ push: { like: false } });
    await like(off.jonas, off.mara);
    expect(await notify(off.mara, off.jonas)).toEqual({ pushed: 0 });
    const { mara, jonas } = await pair();
    const device = await mara.device();
    await device.send(focusChanged, { focused: true, conversation: null });
    await like(jonas, mara);
    expect(await notify(mara, jonas)).toEqual({ pushed: 0 });
    device.close();
  });

  it.each([
    ['was withdrawn', ({ mara, jonas }: Two) => unlike(jonas, mara)],
    ['was seen', ({ mara, jonas }: Two) => mara.http.call(getProfile, { id: jonas.id })],
    [
      'is from a blocked member',
      ({ mara, jonas }: Two) => mara.http.call(blockProfile, { profile: jonas.id }),
    ],
    ['is from an invisible member', ({ jonas }: Two) => jonas.http.call(setInvisible, { invisible: true })],
    ['is from a suspended member', ({ jonas }: Two) => close(jonas)],
    ['is for a suspended member', ({ mara }: Two) => close(mara)],
  ])('is not sent once it %s', async (_what, change) => {
    const two = await pair();
    await like(two.jonas, two.mara);
    await change(two);
    world.clock.advance(6_000);
    expect(await notify(two.mara, two.jonas)).toEqual({ pushed: 0 });
    expect(pushesTo(two.mara)).toEqual([]);
  });
});

type Two = Awaited<ReturnType<typeof pair>>;

async function close(who: Person): Promise<void> {
  for (const collection of ['accounts', 'profiles']) {
    await world.inside.mongo.connection
      .collection<{ _id: string }>(collection)
      .updateOne({ _id: who.id }, { $set: { status: 'disabled' } });
  }
}

describe('a push about a match', () => {
  it('replaces the like that made it, goes to the other member, and opens the chat', async () => {
    const { mara, jonas } = await pair();
    await phoneOf(jonas);
    await like(mara, jonas);
    world.clock.advance(1_000);
    expect(await like(jonas, mara)).toEqual({ matched: true });
    for (let times = 0; times < 2; times += 1) {
      await notify(mara, jonas);
      await notify(jonas, mara);
    }
    expect(pushesTo(jonas)).toEqual([]);
    expect(pushesTo(mara)).toHaveLength(1);
    expect(pushesTo(mara)[0]).toMatchObject({
      kind: 'match',
      title: 'Heartline',
      body: 'You have a new match',
      tag: `match-${jonas.id}`,
      url: `/members/${jonas.id}/chat`,
    });
  });

  it('labels a fictional profile', async () => {
    for (const discreet_push of [true, false]) {
      const { mara, jonas } = await pair({ discreet_push }, { fictional: true });
      await like(mara, jonas);
      world.clock.advance(1_000);
      await like(jonas, mara);
      await notify(mara, jonas);
      const body = 'You have a new match with a fictional profile';
      const discreet = { title: 'Heartline', body };
      const open = { body: 'Fictional profile: Jonas likes you too', discreet };
      expect(pushesTo(mara)[0]).toMatchObject(discreet_push ? discreet : open);
    }
  });

  it('becomes a push about a like once one of the two likes was withdrawn', async () => {
    const { mara, jonas } = await pair();
    await like(mara, jonas);
    world.clock.advance(1_000);
    await like(jonas, mara);
    await unlike(mara, jonas);
    await notify(mara, jonas);
    expect(pushesTo(mara).map(({ kind }) => kind)).toEqual(['like']);
  });
});
