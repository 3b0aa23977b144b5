import { randomUUID } from 'node:crypto';
import {
  addOperatorNote,
  blockProfile,
  conversationTyped,
  getChats,
  getMessages,
  getOperator,
  getOperatorConversation,
  getOperatorMessages,
  getOperatorQueue,
  getUser,
  LEASE_MS,
  messageCreated,
  OPERATORS_NAMESPACE,
  postAnswer,
  postMessage,
  queueChanged,
  releaseLease,
  removeOperatorNote,
  renewLease,
  reportByOperator,
  sessionEnded,
  signInOperator,
  signOutOperator,
  takeLease,
  typeAnswer,
} from '@heartline/contracts';
import {
  connectDevice,
  type HttpClient,
  OPERATOR_COOKIE,
  openOperatorInbox,
  outcomeOf,
  type Person,
  startWorld,
  until,
  type WorldHere,
} from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

let world: WorldHere;
let ana: HttpClient;
let ben: HttpClient;

beforeAll(async () => {
  world = await startWorld({ here: true, gateways: 2, workers: 1 });
  [ana, ben] = [await openOperatorInbox(world, 'ana', 0), await openOperatorInbox(world, 'ben', 1)];
});
afterAll(() => world?.stop());

/** Waits until the condition holds. */
const becomes = (ask: () => Promise<boolean>) => until(ask, (so) => so);

/** A member who wrote to a fictional profile and waits for an answer. */
async function asked(text = 'Are you there?') {
  const [member, profile] = await world.people({ credits: 3 }, { fictional: true, name: 'Fia' });
  const message = await ask(member, profile, text);
  return { member, profile, conversation: message.conversation };
}

async function ask(member: Person, profile: Person, text: string, more = {}) {
  const sent = await member.http.call(postMessage, {
    clientId: randomUUID(),
    profile: profile.id,
    text,
    credits: 0,
    fictionalConfirmed: true,
    ...more,
  });
  await queued(sent.message.conversation, sent.message.seq);
  return sent.message;
}

const queued = (conversation: string, seq: number) =>
  becomes(async () => (await waiting(conversation))?.lastSeq === seq);
const waiting = async (conversation: string, as = ana) =>
  (await as.call(getOperatorQueue, {})).entries.find((entry) => entry.conversation === conversation);
const take = async (as: HttpClient, conversation: string) =>
  (await as.call(takeLease, { conversation })).lease.number;
const answer = (
  as: HttpClient,
  conversation: string,
  number: number,
  text: string,
  clientId: string = randomUUID(),
) => as.call(postAnswer, { clientId, conversation, number, text });
const rowsOf = (conversation: string) =>
  world.inside.mongo.connection.collection('messages').find({ owner: conversation }).sort({ n: 1 }).toArray();
const loggedFor = async (conversation: string) =>
  (await world.inside.core.messaging.operators.log({ since: 0, limit: 10_000 })).filter(
    (row) => row.conversation === conversation,
  );

describe('an operator', () => {
  it('signs in with an own account, and has no member’s rights', async () => {
    const { operators } = world.inside.core.accounts;
    const password = (await operators.add('default', 'carla')) as string;
    expect(await operators.add('default', 'carla')).toBeUndefined();
    const browser = world.browser(0);
    const wrong = { name: 'carla', password: 'not the password' };
    expect(await outcomeOf(browser.call(signInOperator, wrong))).toBe('LOGIN_FAILED');
    const { operator } = await browser.call(signInOperator, { name: 'Carla', password });
    expect(operator.name).toBe('carla');
    expect([...browser.cookies.keys()].sort()).toEqual([OPERATOR_COOKIE, '__Host-operator-device']);
    expect((await browser.call(getOperator, {})).operator.name).toBe('carla');
    expect(await outcomeOf(browser.call(getUser, {}))).toBe('AUTHENTICATION_REQUIRED');
    await expect(connectDevice(browser)).rejects.toThrow('AUTHENTICATION_REQUIRED');
    const stored = await world.inside.mongo.connection
      .collection('operators')
      .findOne({ _id: 'default:carla' } as object);
    expect(stored?.['passwordHash']).toMatch(/^\$argon2id\$/);
    await browser.call(signOutOperator, {});
    expect(await outcomeOf(browser.call(getOperator, {}))).toBe('AUTHENTICATION_REQUIRED');
    const noted = (await operators.signIns({ since: 0, limit: 100 })).filter(
      (row) => row.operator === 'default:carla',
    );
    expect(noted.map(({ outcome }) => outcome).sort()).toEqual(['in', 'out', 'wrong']);
  });

  it('is blocked after five wrong passwords in a row, although the sixth is right', async () => {
    const password = (await world.inside.core.accounts.operators.add('default', 'dora')) as string;
    const browser = world.browser(0);
    const tries = [];
    for (let n = 0; n < 5; n += 1)
      tries.push(await outcomeOf(browser.call(signInOperator, { name: 'dora', password: 'guess' })));
    expect(tries).toEqual([...Array<string>(4).fill('LOGIN_FAILED'), 'LOGIN_BLOCKED']);
    expect(await outcomeOf(browser.call(signInOperator, { name: 'dora', password }))).toBe('LOGIN_BLOCKED');
  });

  it('loses calls, sockets and leases on every gateway when disabled', async () => {
    const eve = await openOperatorInbox(world, 'eve', 1);
    const { conversation } = await asked();
    await take(eve, conversation);
    const socket = await connectDevice(eve, `${eve.gateway.address}${OPERATORS_NAMESPACE}`);
    const { operators } = world.inside.core.accounts;
    const id = (await operators.disable('default', 'eve')) as string;
    await world.inside.core.messaging.operators.releaseAllOf(id);
    await socket.wait(sessionEnded);
    await becomes(async () => !socket.socket.connected);
    await becomes(async () => (await outcomeOf(eve.call(getOperator, {}))) === 'AUTHENTICATION_REQUIRED');
    expect((await waiting(conversation))?.holder).toBeNull();
    socket.close();
  });
});

describe('the queue', () => {
  it('shows waiting members, oldest first, live, to operators of that site only', async () => {
    const elsewhere = await openOperatorInbox(world, 'zoe', 0, 'other');
    const socket = await connectDevice(ben, `${ben.gateway.address}${OPERATORS_NAMESPACE}`);
    const strange = await connectDevice(elsewhere, `${elsewhere.gateway.address}${OPERATORS_NAMESPACE}`);
    const first = await asked('First');
    const second = await asked('Second');
    await socket.wait(queueChanged, (event) => event.conversation === second.conversation && event.waiting);
    const { entries } = await ben.call(getOperatorQueue, {});
    const ids = entries.map(({ conversation }) => conversation);
    expect(ids.indexOf(first.conversation)).toBeLessThan(ids.indexOf(second.conversation));
    const entry = entries.find(({ conversation }) => conversation === first.conversation);
    expect(entry).toMatchObject({ preview: 'First', holder: null, profile: { name: 'Fia' } });
    // A second question of the same member waits since the first.
    await ask(first.member, first.profile, '', { gift: 'rose', credits: 3 });
    expect(await waiting(first.conversation)).toMatchObject({ preview: '', previewKind: 'gift' });
    await ask(first.member, first.profile, 'Still there?');
    expect(await waiting(first.conversation)).toMatchObject({
      preview: 'Still there?',
      waitingSince: entry?.waitingSince,
    });
    expect((await elsewhere.call(getOperatorQueue, {})).entries).toEqual([]);
    expect(await outcomeOf(elsewhere.call(takeLease, { conversation: first.conversation }))).toBe(
      'NOT_WAITING',
    );
    expect(strange.all(queueChanged)).toEqual([]);
    for (const device of [socket, strange]) device.close();
  });

  it('contains no message between two members', async () => {
    const [mara, jonas] = await world.people({ credits: 3 }, {});
    const { message } = await mara.http.call(postMessage, {
      clientId: randomUUID(),
      profile: jonas.id,
      text: 'Hello',
      credits: 1,
    });
    const { conversation } = await asked();
    expect(await waiting(conversation)).toBeDefined();
    expect(await waiting(message.conversation)).toBeUndefined();
    expect(await outcomeOf(ana.call(getOperatorMessages, { conversation: message.conversation }))).toBe(
      'NOT_FOUND',
    );
  });

  it('drops a member who blocks or whose account closes, until it is open again', async () => {
    const blocking = await asked();
    await blocking.member.http.call(blockProfile, { profile: blocking.profile.id });
    expect(await waiting(blocking.conversation)).toBeUndefined();
    const closed = await asked();
    const number = await take(ana, closed.conversation);
    await world.inside.core.accounts.suspend(closed.member.id);
    expect(await waiting(closed.conversation, ben)).toBeUndefined();
    // Each gateway caches members for a few seconds.
    world.clock.advance(10_000);
    expect(await outcomeOf(answer(ana, closed.conversation, number, 'Hello'))).toBe('RECIPIENT_GONE');
    expect(await rowsOf(closed.conversation)).toHaveLength(1);
    await world.inside.core.accounts.restore(closed.member.id);
    await becomes(async () => (await waiting(closed.conversation)) !== undefined);
  });

  it('is repaired by the sweep when a crash interrupted the queuing', async () => {
    const { conversation, member } = await asked();
    const { connection } = world.inside.mongo;
    const ofMember = { _id: { $regex: `^${member.id}:` } } as object;
    // Its job is done, so no settlement interferes.
    await becomes(async () => (await connection.collection('settlements').countDocuments(ofMember)) > 0);
    await connection.collection('operatorQueue').deleteOne({ _id: conversation } as object);
    await connection.collection('settlements').deleteMany(ofMember);
    world.clock.advance(30_000);
    const swept = async () => {
      await world.inside.core.messaging.sweepMessages(120_000);
      return waiting(conversation);
    };
    expect(await until(swept, (entry) => entry !== undefined)).toMatchObject({ lastSeq: 1 });
  });
});

describe('a lease', () => {
  it('is given once for any number of requests at the same time, on two gateways', async () => {
    const { conversation } = await asked();
    const outcomes = await Promise.all(
      [ana, ben, ana, ben].map((one) => outcomeOf(one.call(takeLease, { conversation }))),
    );
    expect(new Set(outcomes)).toEqual(new Set(['OK', 'LEASE_TAKEN']));
    const shown = [await waiting(conversation, ana), await waiting(conversation, ben)];
    expect(shown.filter((entry) => entry?.holder?.mine)).toHaveLength(1);
    expect(shown.filter((entry) => entry?.holder?.mine === false)).toHaveLength(1);
  });

  it('refuses answers under an old number: after a return, expiry or a newer lease', async () => {
    onTestFinished(world.clock.hold());
    const { conversation } = await asked();
    const first = await take(ana, conversation);
    expect(await outcomeOf(ben.call(takeLease, { conversation }))).toBe('LEASE_TAKEN');
    await ana.call(releaseLease, { conversation, number: first });
    expect(await outcomeOf(answer(ana, conversation, first, 'Too late'))).toBe('LEASE_LOST');
    const second = await take(ben, conversation);
    expect(second).toBeGreaterThan(first);
    // Returning a lease that belongs to another operator by now changes nothing.
    await ana.call(releaseLease, { conversation, number: second });
    world.clock.advance(LEASE_MS - 1_000);
    expect(await outcomeOf(ben.call(renewLease, { conversation, number: second }))).toBe('OK');
    expect(await outcomeOf(ana.call(takeLease, { conversation }))).toBe('LEASE_TAKEN');
    world.clock.advance(LEASE_MS + 1_000);
    expect(await outcomeOf(ben.call(renewLease, { conversation, number: second }))).toBe('LEASE_LOST');
    expect(await outcomeOf(answer(ben, conversation, second, 'Expired'))).toBe('LEASE_LOST');
    const third = await take(ana, conversation);
    const fourth = await take(ana, conversation);
    expect(await outcomeOf(answer(ana, conversation, third, 'Other tab'))).toBe('LEASE_LOST');
    expect(await outcomeOf(answer(ben, conversation, fourth, 'Not mine'))).toBe('LEASE_LOST');
    expect(await rowsOf(conversation)).toHaveLength(1);
    expect(await outcomeOf(answer(ana, conversation, fourth, 'Here I am'))).toBe('OK');
    expect(await rowsOf(conversation)).toHaveLength(2);
    expect(await outcomeOf(ben.call(takeLease, { conversation }))).toBe('LEASE_TAKEN');
    await ana.call(releaseLease, { conversation, number: fourth });
    expect(await outcomeOf(ben.call(takeLease, { conversation }))).toBe('NOT_WAITING');
  });
});

describe('an answer', () => {
  it('is one free message, live, unread, and logged with its author', async () => {
    const { conversation, member, profile } = await asked();
    const device = await member.device();
    const number = await take(ana, conversation);
    await ana.call(typeAnswer, { conversation, number });
    await device.wait(conversationTyped, (event) => event.profile === profile.id);
    expect(await outcomeOf(ben.call(typeAnswer, { conversation, number }))).toBe('LEASE_LOST');
    const clientId = randomUUID();
    const again = () => answer(ana, conversation, number, 'Hello you', clientId);
    const sent = await Promise.all([again(), again(), again()]);
    expect(sent.map(({ message }) => message.seq)).toEqual([2, 2, 2]);
    const received = await device.wait(messageCreated, ({ message }) => message.sender === profile.id);
    expect(received.message).toMatchObject({ text: 'Hello you', seq: 2, conversation });
    const { chats } = await member.http.call(getChats, {});
    expect(chats[0]).toMatchObject({ num_unread_messages: 1, profile: { fictional: true, name: 'Fia' } });
    const page = await member.http.call(getMessages, { conversation });
    expect(page.messages.map(({ text }) => text)).toEqual(['Are you there?', 'Hello you']);
    expect(JSON.stringify([received, chats, page])).not.toMatch(/\bana\b|default:/);
    expect(await loggedFor(conversation)).toMatchObject([
      { operator: 'default:ana', profile: profile.id, conversation, seq: 2 },
    ]);
    expect(await outcomeOf(answer(ana, conversation, number, 'Other words', clientId))).toBe('KEY_REUSED');
    expect(await waiting(conversation)).toBeUndefined();
    expect((await member.http.call(getUser, {})).user.credits).toBe(3);
    expect(await world.violations()).toEqual([]);
    device.close();
  });

  it('is one message after a crash, for a retry, a takeover, or neither', async () => {
    const queue = world.inside.mongo.connection.collection<{ _id: string }>('operatorQueue');
    const cutOff = async (conversation: string, key: string) =>
      queue.updateOne(
        { _id: conversation },
        { $set: { claim: { key, operator: 'default:ana', at: world.clock.now() } } },
      );
    // Before the row: the same key continues it.
    const again = await asked();
    const key = randomUUID();
    const number = await take(ana, again.conversation);
    await cutOff(again.conversation, key);
    expect((await answer(ana, again.conversation, number, 'Once', key)).message.seq).toBe(2);
    // Before the row, and a colleague takes over: the late retry finds its place given up.
    const taken = await asked();
    const late = randomUUID();
    const lost = await take(ana, taken.conversation);
    await cutOff(taken.conversation, late);
    world.clock.advance(LEASE_MS + 1_000);
    const next = await take(ben, taken.conversation);
    expect(await outcomeOf(answer(ana, taken.conversation, lost, 'Late', late))).toBe('SEND_EXPIRED');
    await answer(ben, taken.conversation, next, 'From a colleague');
    const said = (await rowsOf(taken.conversation)).filter((row) => row['kind'] === 'text');
    expect(said.map((row) => row['text'])).toEqual(['Are you there?', 'From a colleague']);
    // After the row, without a retry: the sweep notifies the member and writes the log.
    const left = await asked();
    const leftKey = randomUUID();
    const holding = await take(ana, left.conversation);
    await answer(ana, left.conversation, holding, 'Left behind', leftKey);
    await world.inside.mongo.connection
      .collection('operatorAnswers')
      .deleteMany({ conversation: left.conversation });
    await cutOff(left.conversation, leftKey);
    const device = await left.member.device();
    world.clock.advance(30_000);
    await becomes(async () => {
      await world.inside.core.messaging.sweepMessages(120_000);
      return (await loggedFor(left.conversation)).length === 1;
    });
    await device.wait(messageCreated, ({ message }) => message.text === 'Left behind');
    expect((await rowsOf(left.conversation)).filter((row) => row['kind'] === 'text')).toHaveLength(2);
    device.close();
  });
});

describe('the panel beside the chat', () => {
  it('shows what both members may see, notes of colleagues, and open cases', async () => {
    const { conversation, member, profile } = await asked('I am 16');
    const about = await ana.call(getOperatorConversation, { conversation });
    expect(about).toMatchObject({ openCases: 0, ageDoubt: false, notes: [], profile: { id: profile.id } });
    const facts = 'about age city country gender id interests language main_image name prompts region';
    expect(Object.keys(about.member).sort().join(' ')).toBe(facts);
    expect(JSON.stringify(about)).not.toMatch(/@|1990-06-15/);
    const note = { clientId: randomUUID(), conversation, text: 'Likes to sail' };
    await ana.call(addOperatorNote, note);
    await ana.call(addOperatorNote, note);
    const { notes } = await ben.call(getOperatorConversation, { conversation });
    expect(notes).toMatchObject([{ text: 'Likes to sail', by: 'ana', mine: false }]);
    const id = notes[0]?.id as string;
    expect(await outcomeOf(ben.call(removeOperatorNote, { conversation, id }))).toBe('NOT_FOUND');
    const passing = { clientId: randomUUID(), conversation, text: 'Not for long' };
    const [second] = (await ana.call(addOperatorNote, passing)).notes;
    const takeBack = () => ana.call(removeOperatorNote, { conversation, id: second?.id ?? '' });
    for (const left of [await takeBack(), await takeBack()]) {
      expect(left.notes.map(({ text }) => text)).toEqual(['Likes to sail']);
    }
    const report = {
      clientId: randomUUID(),
      conversation,
      seq: 1,
      reason: 'wrong_age',
      note: 'Says so',
    } as const;
    const made = await ana.call(reportByOperator, report);
    expect(await world.inside.core.safety.cases.find(made.case)).toMatchObject({
      reported: member.id,
      snapshot: { message: { text: 'I am 16' } },
    });
    expect(await ben.call(getOperatorConversation, { conversation })).toMatchObject({
      openCases: 1,
      ageDoubt: true,
    });
    // An erasure removes the member's data here too.
    await world.inside.core.messaging.operators.personalData.erase(member.id);
    expect(
      await world.inside.mongo.connection.collection('operatorNotes').countDocuments({ member: member.id }),
    ).toBe(0);
    expect(await waiting(conversation)).toBeUndefined();
  });

  it('exports notes and messages for the member’s archive, without staff names', async () => {
    const { conversation, member } = await asked();
    const number = await take(ana, conversation);
    await answer(ana, conversation, number, 'For the archive');
    await ana.call(addOperatorNote, { clientId: randomUUID(), conversation, text: 'Has a boat' });
    const { messaging } = world.inside.core;
    const parts = [];
    for await (const part of messaging.operators.personalData.gather(member.id)) parts.push(part);
    for await (const part of messaging.personalData.gather(member.id)) parts.push(part);
    const archive = JSON.stringify(parts);
    expect(archive).toContain('Has a boat');
    expect(archive).toContain('For the archive');
    expect(archive).not.toMatch(/\bana\b|default:/);
  });
});
