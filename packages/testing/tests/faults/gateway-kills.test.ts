import { randomUUID } from 'node:crypto';
import { conversationMarked, messageCreated, messageSend, postRead, syncTicked } from '@heartline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectDevice,
  diesAt,
  HttpClient,
  historyOf,
  type LiveDevice,
  type Person,
  recordAcks,
  type SendOnce,
  sendByHttp,
  sendBySocket,
  sendUntilAcked,
  startWorld,
  until,
  type World,
} from '../../src/index.ts';

/** Each test kills its own gateway, so that tests run side by side. The last gateway stays alive. */
const [FIRST, SECOND, THIRD, LAST] = [0, 1, 2, 3];
/** Errors of a send without an answer: the socket closed, or the request timed out. */
const NO_ANSWER = /disconnected|timed out/;

let world: World;
const acks = recordAcks();
let voids = 0;

beforeAll(async () => {
  world = await startWorld({ gateways: 4, workers: 1, faults: true });
});
afterAll(async () => {
  await world?.stop();
});

interface Pair {
  mara: Person;
  jonas: Person;
  conversation: string;
}

async function pair(): Promise<Pair> {
  const [mara, jonas] = await world.people({ credits: 2, name: 'Mara' }, { name: 'Jonas' });
  return { mara, jonas, conversation: world.inside.core.messaging.conversationOf(mara.id, jonas.id) };
}

function browser(person: Person, gateway: number): HttpClient {
  const gatewayAddress = world.gateways[gateway];
  if (!gatewayAddress) throw new Error('no such gateway');
  const http = new HttpClient(gatewayAddress);
  http.cookies.set('__Host-session', person.session);
  return http;
}

const stays = (person: Person) => ({ ...person, http: browser(person, LAST) });
const inputOf = ({ jonas }: Pair, clientId = randomUUID()) => ({
  clientId,
  profile: jonas.id,
  text: 'Hello',
  credits: 1,
});
const balance = async (member: Person) => (await world.inside.core.credits.balanceOf(member.id)).credits;

/** Sends until there is an answer, and records it. */
async function send(people: Pair, once: SendOnce, input: ReturnType<typeof inputOf>) {
  const { message } = await sendUntilAcked(once, input);
  acks.add(stays(people.mara), stays(people.jonas), message);
  return message;
}

/** Arms a failpoint, lets Mara send, and waits until the gateway has died without an answer. */
async function sendInto(people: Pair, gateway: number, failpoint: string) {
  const trap = world.gateways[gateway] as World['gateways'][number];
  const input = inputOf(people);
  let answer: unknown;
  await diesAt(trap, failpoint, async () => {
    const device = await connectDevice(browser(people.mara, gateway));
    answer = await device.send(messageSend, input, 30_000).catch(String);
    device.close();
  });
  expect(answer).toMatch(NO_ANSWER);
  return { input, trap };
}

describe.concurrent('a gateway is killed while it sends', () => {
  it('stores exactly one message of a resend when it died before the hold [F1]', async () => {
    const people = await pair();
    const { input, trap } = await sendInto(people, FIRST, 'send:before-hold');
    expect(await balance(people.mara)).toBe(2);
    await trap.restart();
    const device = await connectDevice(browser(people.mara, FIRST));
    const message = await send(people, sendBySocket(device), input);
    device.close();
    expect(message).toMatchObject({ clientId: input.clientId, seq: 1 });
    expect(await balance(people.mara)).toBe(1);
  });

  it('charges a prompt resend once after the hold, and returns a late one first [F2]', async () => {
    const [prompt, late] = [await pair(), await pair()];
    const first = await sendInto(prompt, SECOND, 'send:after-hold');
    expect(await balance(prompt.mara)).toBe(1);
    const resent = await send(prompt, sendByHttp(browser(prompt.mara, LAST)), first.input);
    expect(resent).toMatchObject({ clientId: first.input.clientId, seq: 1 });
    expect(await balance(prompt.mara)).toBe(1);

    const second = await sendInto(late, SECOND, 'send:after-hold');
    await until(
      () => balance(late.mara),
      (credits) => credits === 2,
      60_000,
    );
    voids += 1;
    const again = await send(late, sendByHttp(browser(late.mara, LAST)), second.input);
    expect(again).toMatchObject({ clientId: `${second.input.clientId}.2`, seq: 2 });
    expect(await balance(late.mara)).toBe(1);
    await second.trap.restart();
  });

  it('delivers within 30 s after it died before the event, with or without retry [F3]', async () => {
    const [retried, left, untold] = [await pair(), await pair(), await pair()];
    const receiver = async (people: Pair) => {
      const device = await connectDevice(browser(people.jonas, LAST));
      await device.wait(syncTicked);
      return device;
    };
    const devices = [await receiver(retried), await receiver(left), await receiver(untold)] as const;
    const [deviceOfRetried, deviceOfLeft, deviceOfUntold] = devices;
    const gone = await sendInto(left, THIRD, 'send:after-message');
    const receivedFromLeft = received(deviceOfLeft, gone.input.clientId, RECEIVED_WITHIN_MS);
    const unpublished = await sendInto(untold, THIRD, 'send:before-publish');
    const receivedUnpublished = received(deviceOfUntold, unpublished.input.clientId, RECEIVED_WITHIN_MS);
    const again = await sendInto(retried, THIRD, 'send:after-message');
    await send(retried, sendByHttp(browser(retried.mara, LAST)), again.input);
    await received(deviceOfRetried, again.input.clientId, RECEIVED_WITHIN_MS);
    await Promise.all([receivedFromLeft, receivedUnpublished]);
    for (const [people, { input }] of [
      [left, gone],
      [untold, unpublished],
    ] as const) {
      const message = await send(people, sendByHttp(browser(people.mara, LAST)), input);
      expect(message).toMatchObject({ clientId: input.clientId, seq: 1 });
      expect(await balance(people.mara)).toBe(1);
    }
    expect(await balance(retried.mara)).toBe(1);
    for (const device of devices) device.close();
    await again.trap.restart();
  });

  it('notices a silent socket within 45 s, and the resend is the only message [F16]', async () => {
    const people = await pair();
    const toxiproxy = world.wire?.toxiproxy;
    const hole = await toxiproxy?.proxy('device', world.gateways[LAST]?.address ?? '');
    if (!hole) throw new Error('no proxy');
    const device = await connectDevice(browser(people.mara, LAST), hole.url);
    const input = inputOf(people);
    // The send arrives and is stored. Its answer and everything after it is lost.
    await hole.addToxic({ type: 'timeout', timeout: 0 }, 'downstream');
    const swallowedAt = performance.now();
    const unanswered = device.send(messageSend, input, 5_000).catch(String);
    const reason = await new Promise((resolve) => device.socket.once('disconnect', resolve));
    const noticedMs = performance.now() - swallowedAt;
    expect(await unanswered).toMatch(NO_ANSWER);
    expect(reason).toBe('ping timeout');
    expect(noticedMs).toBeLessThan(45_000 + 3_000);
    await hole.removeToxics();
    const message = await send(people, sendBySocket(device), input);
    device.close();
    expect(message).toMatchObject({ clientId: input.clientId, seq: 1 });
    expect(await balance(people.mara)).toBe(1);
  });
});

/** 30 s are promised; the rest is for a machine on which four gateways die and start meanwhile. */
const RECEIVED_WITHIN_MS = 45_000;

/** Waits until the device receives a message. */
function received(device: LiveDevice, clientId: string, withinMs: number) {
  return device.wait(messageCreated, ({ message }) => message.clientId === clientId, withinMs);
}

describe('a gateway is killed before the other devices received an event', () => {
  it('clears read messages on them too when the read mark is repeated', async () => {
    const people = await pair();
    const { jonas, mara, conversation } = people;
    const { seq } = await send(people, sendByHttp(browser(mara, LAST)), inputOf(people));
    const other = await connectDevice(browser(jonas, LAST));
    await other.wait(syncTicked);
    const [first] = world.gateways;
    if (!first) throw new Error('no gateway');
    await diesAt(first, 'read:after-mark', () => browser(jonas, FIRST).call(postRead, { conversation, seq }));
    expect(other.all(conversationMarked)).toEqual([]);
    await browser(jonas, LAST).call(postRead, { conversation, seq });
    expect(await other.wait(conversationMarked)).toMatchObject({ readSeq: seq, num_unread_messages: 0 });
    other.close();
    await first.restart();
  });
});

/** Both at one gateway, after its greeting. */
async function together({ mara, jonas }: Pair, gateway: number) {
  const hers = await connectDevice(browser(mara, gateway));
  const his = await connectDevice(browser(jonas, gateway));
  await Promise.all([hers, his].map((device) => device.wait(syncTicked)));
  return { hers, his };
}

describe('a gateway is killed after its local delivery, before the message is counted', () => {
  it('delivers it to an absent device within 30 s, with a number [F3]', async () => {
    const people = await pair();
    const input = inputOf(people);
    const [first] = world.gateways;
    if (!first) throw new Error('no gateway');
    await diesAt(first, 'early:before-count', async () => {
      const { hers, his } = await together(people, FIRST);
      await send(people, sendBySocket(hers), input);
      expect(await received(his, input.clientId, 5_000)).toMatchObject({ version: null });
      hers.close();
      his.close();
    });
    const elsewhere = await connectDevice(browser(people.jonas, LAST));
    const { version } = await elsewhere.wait(syncTicked);
    expect(await received(elsewhere, input.clientId, RECEIVED_WITHIN_MS)).toMatchObject({
      version: { epoch: version.epoch, n: version.n + 1 },
    });
    elsewhere.close();
    await first.restart();
  });
});

describe('while Redis is down', () => {
  it('delivers messages between two members at one gateway [F4]', async () => {
    const people = await pair();
    const { hers, his } = await together(people, LAST);
    await world.wire?.redis.disable();
    const input = inputOf(people);
    await send(people, sendBySocket(hers), input);
    const events = await Promise.all([hers, his].map((device) => received(device, input.clientId, 2_000)));
    expect(events).toMatchObject([{ version: null }, { version: null }]);
    await world.wire?.redis.enable();
    await his.wait(syncTicked, ({ stale }) => stale, 10_000);
    hers.close();
    his.close();
  });
});

describe('a gateway is killed after its answer, before any delivery', () => {
  it('delivers the message within 5 s of Redis coming back [F4]', async () => {
    const people = await pair();
    const { mara, jonas, conversation } = people;
    const device = await connectDevice(browser(jonas, LAST));
    await device.wait(syncTicked);
    const sender = await connectDevice(browser(mara, FIRST));
    await world.wire?.redis.disable();
    await send(people, sendBySocket(sender), inputOf(people));
    await world.gateways[FIRST]?.kill();
    sender.close();
    expect(device.all(messageCreated)).toEqual([]);
    await world.wire?.redis.enable();
    // 5 s are promised; the rest is for a busy machine.
    await device.wait(syncTicked, ({ stale }) => stale, 10_000);
    const { history } = await historyOf(stays(jonas), conversation);
    expect(history.map(({ text }) => text)).toEqual(['Hello']);
    await world.gateways[FIRST]?.restart();
    device.close();
  });
});

it('stores every acked message in both histories once, and keeps the invariants', async () => {
  expect(await world.violations()).toEqual([]);
  expect(await acks.differences(voids)).toEqual([]);
  expect(acks.count()).toBe(11);
});
