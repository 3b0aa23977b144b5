import { randomUUID } from 'node:crypto';
import {
  conversationRead,
  conversationReceive,
  focusChanged,
  type InputOf,
  muteChat,
  postMessage,
  registerPush,
  unsendMessage,
  updateNotifications,
} from '@heartline/contracts';
import { PRESENCE_TTL_SECONDS } from '@heartline/platform';
import { startWorld, type WorldWithStubs } from '@heartline/testing';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushIn } from './push-in-test.ts';

const HOUR = 3_600_000;
let world: WorldWithStubs;

beforeAll(async () => {
  world = await startWorld({ here: true, ownEngines: true, stubs: true });
});
afterAll(() => world?.stop());

const { phoneOf, write, notify, putOff, pushesTo } = pushIn(() => world);

async function pair(change: InputOf<typeof updateNotifications> = {}) {
  const [mara, jonas] = await world.people({ name: 'Mara' }, { name: 'Jonas', credits: 20 });
  const subscription = await phoneOf(mara);
  await mara.http.call(updateNotifications, change);
  return { mara, jonas, subscription };
}
const time = (at: number) => new Date(at).toISOString().slice(11, 16);
const queue = () => world.inside.queues.queue('notify');

it('pushes after quiet hours with a worker whose clock is 2 s behind', async () => {
  const { mara, jonas } = await pair();
  const now = world.clock.now();
  const quiet_hours = { from: time(now - HOUR), to: time(now + 2 * HOUR), time_zone: 'UTC' };
  await mara.http.call(updateNotifications, { quiet_hours });
  world.clock.advance(3_000);
  const item = await write(jonas, mara);
  expect(await notify(item)).toEqual({ pushed: 0 });
  const [job] = await putOff('quiet', item);
  if (!job) throw new Error('nothing waits');
  // A worker whose clock is 2 s ahead promotes the job. One whose clock is 1 s behind runs it.
  world.clock.advance((job.delay ?? 0) - 3_000);
  const { pushed } = await notify(item);
  const waits = (await putOff('quiet', item)).filter(({ id }) => id !== job.id);
  // Either it is sent, or it is scheduled again under another name than that of the running job.
  expect(pushed + waits.length).toBe(1);
});

it('pushes nothing for a muted conversation, and again once it is unmuted', async () => {
  const { mara, jonas } = await pair();
  const { conversation } = await write(jonas, mara);
  await mara.http.call(muteChat, { conversation, on: true });
  expect(await notify(await write(jonas, mara))).toEqual({ pushed: 0 });
  const [ines] = await world.people({ name: 'Ines', credits: 5 });
  expect(await notify(await write(ines, mara))).toEqual({ pushed: 1 });
  // Muted messages still count: the number on the icon is the one on the site.
  expect(pushesTo(mara)[0]?.badge).toBe(3);
  await mara.http.call(muteChat, { conversation, on: false });
  expect(await notify(await write(jonas, mara))).toEqual({ pushed: 1 });
});

it('pushes the last remaining message when the newest of a moment was unsent', async () => {
  const { mara, jonas } = await pair();
  await notify(await write(jonas, mara));
  const before = pushesTo(mara).length;
  const items = [await write(jonas, mara), await write(jonas, mara)];
  const last = items[1];
  if (!last) throw new Error('none');
  await jonas.http.call(unsendMessage, { conversation: last.conversation, seq: last.seq });
  await notify(...items);
  expect(pushesTo(mara)).toHaveLength(before + 1);
});

it('pushes a new conversation for messages that start one at the same time', async () => {
  const { mara, jonas } = await pair({ push: { new_conversations: true, new_messages: false } });
  await notify(await write(jonas, mara), await write(jonas, mara));
  expect(pushesTo(mara)).toHaveLength(1);
});

it('refuses a key off the curve, so that it cannot fail the job of other messages', async () => {
  const { mara, jonas } = await pair();
  const [eve, ben] = await world.people({ name: 'Eve' }, { name: 'Ben', credits: 5 });
  const { endpoint, keys } = await world.stubs.push.subscribe(world.secrets.vapidPublicKey, eve.id);
  const off = Buffer.alloc(65, 7);
  off[0] = 4;
  const bad = { endpoint, keys: { ...keys, p256dh: off.toString('base64url') } };
  const answer = await eve.http.call(registerPush, { subscription: bad }).then(
    () => 'taken',
    () => 'refused',
  );
  const forEve = await write(ben, eve);
  const forMara = await write(jonas, mara);
  const outcome = await notify(forEve, forMara).then(
    () => 'done',
    (error: unknown) => `failed: ${String(error)}`,
  );
  expect([answer, outcome]).toEqual(['refused', 'done']);
});

it('pushes again when a Redis crash or fail-over lost the last second of jobs', async () => {
  const { mara, jonas } = await pair();
  const { messaging } = world.gateways[0].core;
  await messaging.sweepMessages(0);
  const input = { clientId: randomUUID(), profile: mara.id, text: 'x', credits: 1 };
  const { message } = await jonas.http.call(postMessage, input);
  const { conversation, seq } = message;
  const item = { recipient: mara.id, conversation, seq };
  // The worker has closed its hold, so no sweep checks it again.
  await messaging.settleMessages([{ member: jonas.id, clientId: input.clientId, conversation, seq }]);
  const jobs = async () =>
    (await queue().getDelayed()).filter(({ data }) =>
      (data as { items: { conversation: string }[] }).items.some(
        ({ conversation }) => conversation === item.conversation,
      ),
    );
  await expect.poll(async () => (await jobs()).length).toBe(1);
  // A fail-over loses the latest writes, and nothing else.
  for (const job of await jobs()) await job.remove();
  await world.redis.crash();
  await world.redis.restart();
  await expect
    .poll(
      async () => {
        await messaging.sweepMessages(0).catch(() => undefined);
        return (await jobs().catch(() => [])).length;
      },
      { timeout: 20_000 },
    )
    .toBe(1);
});

it('pushes to a member who closes the page while a tick is in progress', async () => {
  const [mara, jonas] = await world.people({ name: 'Mara' }, { name: 'Jonas', credits: 20 });
  await phoneOf(mara);
  const device = await mara.device();
  await device.send(focusChanged, { focused: true, conversation: null });
  // The database takes a second to check sessions, as with thousands of sockets.
  const { accounts } = world.gateways[0].core;
  const { authenticate } = accounts;
  const asked = Promise.withResolvers<void>();
  accounts.authenticate = async (secret) => {
    asked.resolve();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return authenticate(secret);
  };
  await asked.promise;
  device.close();
  await fixedWait(2_000, 'no event says that the tick has ended');
  accounts.authenticate = authenticate;
  expect(await notify(await write(jonas, mara))).toEqual({ pushed: 1 });
}, 60_000);

it('pushes a message that never arrived on an open page once the page is stale', async () => {
  const { mara, jonas } = await pair();
  const device = await mara.device();
  await device.send(focusChanged, { focused: true, conversation: null });
  // A live page confirms it within half a second.
  const delivered = await write(jonas, mara);
  await device.send(conversationReceive, { conversation: delivered.conversation, seq: delivered.seq });
  expect(await notify(delivered)).toEqual({ pushed: 0 });
  expect(await putOff('unheard', delivered)).toEqual([]);
  // The laptop was closed, and the gateway has not noticed.
  const lost = await write(jonas, mara);
  expect(await notify(lost)).toEqual({ pushed: 0 });
  const [job] = await putOff('unheard', lost);
  expect(job?.data).toEqual({ items: [lost] });
  expect(job?.delay).toBeGreaterThan(PRESENCE_TTL_SECONDS * 1_000);
  await device.send(focusChanged, { focused: false, conversation: null });
  expect(await notify(lost)).toEqual({ pushed: 1 });
});

it('pushes no message again that a later push included', async () => {
  const { mara, jonas } = await pair();
  const [one, two] = [await write(jonas, mara), await write(jonas, mara)];
  expect(await notify(one, two)).toEqual({ pushed: 1 });
  // As after a repeated send, through another gateway.
  expect(await notify(one)).toEqual({ pushed: 0 });
  expect(pushesTo(mara)).toHaveLength(1);
});

it('sends no older push after a newer one, although its service was busy', async () => {
  const { mara, jonas } = await pair({ discreet_push: false });
  const { push } = world.stubs;
  const older = await write(jonas, mara, 'older');
  push.behave(mara.id, 'busy');
  expect(await notify(older)).toEqual({ pushed: 0 });
  push.behave(mara.id, 'take');
  const newer = await write(jonas, mara, 'newer');
  expect(await notify(newer)).toEqual({ pushed: 1 });
  const [again] = await putOff('again', older);
  expect(again?.data).toMatchObject({ items: [older] });
  world.clock.advance(again?.delay ?? 0);
  expect(await notify(older)).toEqual({ pushed: 0 });
  expect(pushesTo(mara)).toMatchObject([{ seq: newer.seq, body: 'newer' }]);
});

it('includes an older message in the newest push, which then needs no own push', async () => {
  const { mara, jonas } = await pair({ discreet_push: false });
  const [one, two, three] = [
    await write(jonas, mara, 'one'),
    await write(jonas, mara, 'two'),
    await write(jonas, mara, 'three'),
  ];
  await jonas.http.call(unsendMessage, { conversation: three.conversation, seq: three.seq });
  expect(await notify(one)).toEqual({ pushed: 1 });
  expect(await notify(two)).toEqual({ pushed: 0 });
  expect(pushesTo(mara)).toMatchObject([{ seq: two.seq, body: 'two' }]);
  // Nor is the older one pushed once the newer was unsent.
  await jonas.http.call(unsendMessage, { conversation: two.conversation, seq: two.seq });
  expect(await notify(one)).toEqual({ pushed: 0 });
});

it('lists all unread conversations, so that a device can close read notifications', async () => {
  const { mara, jonas } = await pair();
  const [ben] = await world.people({ name: 'Ben', credits: 5 });
  const read = await write(jonas, mara);
  const device = await mara.device();
  await device.send(conversationRead, { conversation: read.conversation, seq: read.seq });
  device.close();
  const fromBen = await write(ben, mara);
  await notify(fromBen);
  expect(pushesTo(mara)[0]).toMatchObject({
    at: expect.any(Number),
    unread: { [`conversation-${fromBen.conversation}`]: 1 },
  });
  const next = await write(jonas, mara);
  await notify(next);
  expect(pushesTo(mara)[0]?.unread).toEqual({
    [`conversation-${fromBen.conversation}`]: 1,
    [`conversation-${next.conversation}`]: next.seq,
  });
});
