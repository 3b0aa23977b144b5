import { createHash, randomUUID } from 'node:crypto';
import {
  auditLedgers,
  conversationMarked,
  conversationRead,
  expireBonus,
  getChats,
  getSettings,
  type JobContract,
  type JobDataOf,
  likeProfile,
  messageCreated,
  messageSend,
  notifyMessages,
  postMessage,
  postRead,
  reconcilePayments,
  registerPush,
  sendMail,
  settleMessages,
  sweepMails,
  sweepMessages,
  sweepReturns,
} from '@heartline/contracts';
import { probeAtomicity } from '@heartline/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectDevice,
  HttpClient,
  type LiveDevice,
  type Person,
  recordAcks,
  startWorld,
  stateHash,
  stateOf,
  until,
  type World,
} from '../../src/index.ts';

let world: World;
const acks = recordAcks();

beforeAll(async () => {
  world = await startWorld({ workers: 2, stubs: true });
});
afterAll(async () => {
  await world?.stop();
});

/** Mails and pushes that left the system. */
function stubs(): NonNullable<World['stubs']> {
  if (!world.stubs) throw new Error('the world has no external stubs');
  return world.stubs;
}

/** A key that every run creates in the same way. */
function keyOf(n: number): string {
  const hex = createHash('sha256').update(String(n)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const repeatedly = <T>(times: number, run: () => Promise<T>) =>
  Promise.all(Array.from({ length: times }, run));

/** Adds a job to its queue `times` over, each under its own id, and waits until all are done. */
async function deliver<C extends JobContract>(contract: C, data: JobDataOf<C>, times: number): Promise<void> {
  const { queues } = world.inside;
  const ids = Array.from({ length: times }, () => `again-${randomUUID()}`);
  const stood = await Promise.all(ids.map((jobId) => queues.enqueue(contract, data, { jobId })));
  expect(stood).not.toContain(false);
  for (const id of ids) {
    const stateNow = async () => (await queues.queue(contract.queue).getJob(id))?.getState();
    // Done jobs are soon removed: the canary of the queue keeps only the last five.
    await until(stateNow, (state) => state === 'completed' || state === undefined);
  }
}

interface Times {
  jobs: number;
  packets: number;
  posts: number;
}

/**
 * Two members write, read and like; one has a push, one a mail, one a discount that ends. `times` sets how often each
 * packet, request and job arrives in addition. Returns the stored state at the end.
 */
async function live(times: Times) {
  const rich = { credits: 9, premium: true };
  const [first, second, nele] = await world.people(rich, rich, { status: 'not_confirmed' });
  // In order of their ids, since a match is named after them.
  const [mara, jonas] = first.id < second.id ? [first, second] : [second, first];
  const { core, mongo } = world.inside;
  const conversation = core.messaging.conversationOf(mara.id, jonas.id);
  const { settings } = await jonas.http.call(getSettings, {});
  const subscription = await stubs().push.subscribe(settings.push_public_key, jonas.id);
  await jonas.http.call(registerPush, { subscription });
  const [a, b] = [await mara.device(), await jonas.device()];
  await talk({ mara, jonas, a, b, conversation }, times);
  a.close();
  b.close();
  await repeatedly(times.posts, () => mara.http.call(likeProfile, { profile: jonas.id }));
  await repeatedly(times.posts, () => jonas.http.call(likeProfile, { profile: mara.id }));
  await core.accounts.resendActivation(nele.email, 'default');
  await core.payments.scheduleBonusEnd(nele.id, Date.now() - 5 * 3_600_000);
  const mail = await mongo.connection.collection<{ _id: string }>('mails').findOne({ member: nele.id });
  await jobs({ mara, jonas, nele, conversation, mail: mail?._id ?? '' }, times.jobs);
  await settled({ mara, jonas, nele, conversation });
  const names = new Map([
    [mara.id, 'mara'],
    [jonas.id, 'jonas'],
    [nele.id, 'nele'],
    [conversation, 'conversation'],
    [mail?._id ?? '', 'mail'],
  ]);
  const payments = mongo.connection.collection<{ _id: string; member: string }>('payments');
  for await (const { _id, member } of payments.find({ member: { $in: [mara.id, jonas.id] } })) {
    names.set(_id, `payment of ${names.get(member)}`);
  }
  return {
    lines: await stateOf(mongo, names),
    hash: await stateHash(mongo, names),
    mails: stubs().mailbox.mails(nele.email).length,
    pushes: stubs().push.pushes(jonas.id).length,
  };
}

/** A minute of two members, with every packet and request repeated as `times` sets. */
async function talk({ mara, jonas, a, b, conversation }: Talk, { packets, posts }: Times): Promise<void> {
  const to = (profile: string, n: number) => ({ clientId: keyOf(n), profile, text: `Line ${n}`, credits: 1 });
  for (const n of [1, 2, 3]) {
    const answers = await repeatedly(packets, () => a.send(messageSend, to(jonas.id, n)));
    for (const answer of answers) {
      if (!answer.ok) throw new Error(answer.refusal.code);
      acks.add(mara, jonas, answer.value.message);
    }
  }
  for (const n of [4, 5]) {
    const answers = await repeatedly(posts, () => mara.http.call(postMessage, to(jonas.id, n)));
    for (const { message } of answers) acks.add(mara, jonas, message);
  }
  await repeatedly(packets, () => b.send(conversationRead, { conversation, seq: 2 }));
  await repeatedly(posts, () => jonas.http.call(postRead, { conversation, seq: 4 }));
  const replies = await repeatedly(packets, () => b.send(messageSend, to(mara.id, 6)));
  for (const reply of replies) if (reply.ok) acks.add(jonas, mara, reply.value.message);
}

interface Talk {
  mara: Person;
  jonas: Person;
  a: LiveDevice;
  b: LiveDevice;
  conversation: string;
}

interface Ids {
  mara: Person;
  jonas: Person;
  nele: Person;
  conversation: string;
}

/** Every job about the acts of these members. */
async function jobs({ mara, jonas, nele, conversation, mail }: Ids & { mail: string }, times: number) {
  const sends = [1, 2, 3, 4, 5, 6].map((n) => ({
    member: n === 6 ? jonas.id : mara.id,
    clientId: keyOf(n),
    conversation,
    seq: n,
  }));
  const notified = [4, 5].map((seq) => ({ recipient: jonas.id, conversation, seq }));
  await Promise.all([
    deliver(settleMessages, { items: sends }, times),
    deliver(notifyMessages, { items: notified }, times),
    deliver(sendMail, { mail }, times),
    deliver(expireBonus, { member: nele.id }, times),
    deliver(sweepMessages, { windowMs: 60_000 }, times),
    deliver(sweepReturns, {}, times),
    deliver(sweepMails, {}, times),
    deliver(reconcilePayments, {}, times),
    deliver(auditLedgers, { windowMs: 60_000 }, times),
  ]);
}

/** Waits until everything has happened by itself. */
async function settled({ mara, jonas, nele, conversation }: Ids): Promise<void> {
  const { connection } = world.inside.mongo;
  const count = (collection: string, filter: object) =>
    connection.collection(collection).countDocuments(filter);
  const debits = [mara, jonas].map(({ id }) => ({ _id: { $gte: `${id}:`, $lt: `${id};` } }));
  await until(
    () => count('settlements', { $or: debits }),
    (found) => found === 6,
  );
  await until(
    () => count('inbox', { conversation, lastSeq: 6 }),
    (found) => found === 2,
  );
  await until(
    () => count('mails', { member: nele.id, sentAt: { $ne: null } }),
    (found) => found === 1,
  );
  await until(
    () => count('bonuses', { _id: nele.id, endedAt: { $ne: null } }),
    (found) => found === 1,
  );
  const pushed = { _id: `${jonas.id}:${conversation}-5:push`, sentAt: { $ne: null } } as object;
  await until(
    () => count('notifications', pushed),
    (found) => found === 1,
  );
}

describe('repeated deliveries', () => {
  it('leave the state of single ones, for jobs, packets and requests [F17]', async () => {
    const once = await live({ jobs: 0, packets: 1, posts: 1 });
    const often = await live({ jobs: 3, packets: 2, posts: 2 });
    expect(often.lines).toEqual(once.lines);
    expect(often.hash).toBe(once.hash);
    expect(once).toMatchObject({ mails: 1, pushes: 1 });
    expect(often).toMatchObject({ mails: 1, pushes: 1 });
  });

  it('on two devices: a key is one message, and both show what was read [F20]', async () => {
    const [mara, jonas] = await world.people({ credits: 9, premium: true }, {});
    const [left, right] = [await mara.device(), await at(mara, 1)];
    const input = (clientId: string) => ({ clientId, profile: jonas.id, text: 'Hello', credits: 1 });
    const key = randomUUID();
    const same = await Promise.all([left, right].map((device) => device.send(messageSend, input(key))));
    expect(same[0]).toEqual(same[1]);
    const others = await Promise.all(
      [left, right].map((device) => device.send(messageSend, input(randomUUID()))),
    );
    for (const answer of [...same, ...others]) {
      if (!answer.ok) throw new Error(answer.refusal.code);
      acks.add(mara, jonas, answer.value.message);
    }
    // Both gateways batched the shared message with another one: no job may replace the other's.
    const { connection } = world.inside.mongo;
    const ofMara = { _id: { $gte: `${mara.id}:`, $lt: `${mara.id};` } } as object;
    await until(
      () => connection.collection('settlements').countDocuments(ofMara),
      (debits) => debits === 3,
      15_000,
    );
    const [phone, laptop] = [await jonas.device(), await at(jonas, 0)];
    const conversation = world.inside.core.messaging.conversationOf(mara.id, jonas.id);
    const marked = laptop.wait(conversationMarked, ({ readSeq }) => readSeq === 3, 10_000);
    await phone.send(conversationRead, { conversation, seq: 3 });
    expect(await marked).toMatchObject({ conversation, lastSeq: 3, num_unread_messages: 0 });
    const { chats } = await jonas.http.call(getChats, {});
    expect(chats.map((chat) => chat.num_unread_messages)).toEqual([0]);
    for (const device of [left, right, phone, laptop]) device.close();
  });

  it('let exactly 10 of 100 parallel sends with 10 credits succeed [F22]', async () => {
    const [mara, jonas] = await world.people({ credits: 10, premium: true }, {});
    const devices = [await mara.device(), await mara.device(), await at(mara, 1), await at(mara, 1)];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        (devices[n % 4] as LiveDevice).send(
          messageSend,
          { clientId: randomUUID(), profile: jonas.id, text: `${n}`, credits: 1 },
          30_000,
        ),
      ),
    );
    for (const answer of answers) if (answer.ok) acks.add(mara, jonas, answer.value.message);
    const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal.code]));
    expect(refused).toEqual(Array.from({ length: 90 }, () => 'NOT_ENOUGH_CREDITS'));
    expect(await world.inside.core.credits.balanceOf(mara.id)).toMatchObject({ credits: 0 });
    await until(
      () =>
        devices.map((device) => new Set(device.all(messageCreated).map(({ message }) => message.seq)).size),
      (seen) => seen.every((size) => size === 10),
    );
    for (const device of devices) device.close();
  });

  it('let one of 50 parallel compare-and-sets win, ten times over [F31]', async () => {
    for (let round = 0; round < 10; round += 1) {
      const probed = await probeAtomicity(world.inside.mongo, `probe-${randomUUID()}`);
      expect(probed).toEqual({ atomic: true, winners: 1 });
    }
  });

  it('leave every acked message in both histories once, and keep the invariants', async () => {
    expect(await world.violations()).toEqual([]);
    expect(await acks.differences()).toEqual([]);
    expect(acks.count()).toBe(6 + 6 + 3 + 10);
  });
});

/** Another device of a person, at the given gateway. */
function at(person: Person, gateway: number): Promise<LiveDevice> {
  const gatewayAddress = world.gateways[gateway];
  if (!gatewayAddress) throw new Error('no such gateway');
  const http = new HttpClient(gatewayAddress);
  http.cookies.set('__Host-session', person.session);
  return connectDevice(http);
}
