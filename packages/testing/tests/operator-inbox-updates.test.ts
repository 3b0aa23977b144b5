import { randomUUID } from 'node:crypto';
import {
  addOperatorNote,
  blockProfile,
  getGifts,
  getOperatorConversation,
  getOperatorGifts,
  getOperatorMessages,
  getOperatorQueue,
  OPERATORS_NAMESPACE,
  postAnswer,
  postMessage,
  queueChanged,
  renewLease,
  reportByOperator,
  takeLease,
  unsendMessage,
} from '@heartline/contracts';
import {
  connectDevice,
  type HttpClient,
  openOperatorInbox,
  outcomeOf,
  type Person,
  startWorld,
  until,
  type WorldHere,
} from '@heartline/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let world: WorldHere;
let ana: HttpClient;
let ben: HttpClient;
let mara: Person;
let fia: Person;

beforeAll(async () => {
  world = await startWorld({ here: true, gateways: 2, workers: 1 });
  [ana, ben] = [await openOperatorInbox(world, 'ana', 0), await openOperatorInbox(world, 'ben', 1)];
  [mara, fia] = await world.people({ credits: 3 }, { fictional: true, name: 'Fia' });
});
afterAll(() => world?.stop());

async function ask(text: string, clientId: string = randomUUID()) {
  const asked = { clientId, profile: fia.id, text, credits: 0, fictionalConfirmed: true };
  return (await mara.http.call(postMessage, asked)).message;
}

it('removes an unsent message from open inboxes, and refuses an outdated answer', async () => {
  const [line, elsewhere] = await Promise.all(
    [ana, ben].map((one) => connectDevice(one, `${one.gateway.address}${OPERATORS_NAMESPACE}`)),
  );
  const { conversation } = await ask('First');
  const second = await ask('Second');
  await line?.wait(queueChanged, (event) => event.lastSeq === second.seq && event.waiting);
  const { number } = (await ana.call(takeLease, { conversation })).lease;
  const seen = await ana.call(getOperatorMessages, { conversation });
  expect(seen.takenBack).toBe(0);
  await mara.http.call(unsendMessage, { conversation, seq: second.seq });
  for (const one of [line, elsewhere]) {
    const update = await one?.wait(queueChanged, (event) => event.gone !== undefined);
    expect(update).toMatchObject({ conversation, gone: second.seq, waiting: true });
  }
  const written = { clientId: randomUUID(), conversation, number, text: 'To both of yours' };
  const answer = (takenBack: number) => ana.call(postAnswer, { ...written, takenBack });
  expect(await outcomeOf(answer(seen.takenBack))).toBe('MESSAGE_GONE');
  const now = await ana.call(getOperatorMessages, { conversation });
  expect(now).toMatchObject({ takenBack: 1, messages: [{ text: 'First' }, { gone: 'unsent', text: '' }] });
  // An operator without the conversation gets that refusal, whatever they saw.
  const foreign = ben.call(postAnswer, { ...written, clientId: randomUUID(), takenBack: now.takenBack });
  expect(await outcomeOf(foreign)).toBe('LEASE_LOST');
  expect((await answer(now.takenBack)).message.seq).toBe(3);
  // The stored answer belongs to its key, whatever was unsent since.
  expect((await answer(seen.takenBack)).message.seq).toBe(3);
  // Unsent once more, as a repeat does, after all was answered: no open task ends by that.
  await mara.http.call(unsendMessage, { conversation, seq: second.seq });
  expect(await outcomeOf(ana.call(renewLease, { conversation, number }))).toBe('OK');

  const key = randomUUID();
  const third = await ask('Only this', key);
  await line?.wait(queueChanged, (event) => event.lastSeq === third.seq && event.waiting);
  const again = (await ana.call(takeLease, { conversation })).lease.number;
  await mara.http.call(unsendMessage, { conversation, seq: third.seq });
  await line?.wait(queueChanged, (event) => event.gone === third.seq && !event.waiting);
  // Nothing is left to answer: the inbox that has it open gets an event, and refuses an answer.
  expect(await line?.wait(queueChanged, (event) => event.ended !== undefined)).toMatchObject({
    conversation,
    ended: 'taken_back',
  });
  const late = { ...written, clientId: randomUUID(), number: again, takenBack: 2 };
  expect(await outcomeOf(ana.call(postAnswer, late))).toBe('NOT_WAITING');
  expect((await ben.call(getOperatorQueue, {})).entries).toEqual([]);
  // A late repeat brings nothing of it back.
  await ask('Only this', key);
  await world.gateways[0].core.messaging.flush();
  expect((await ben.call(getOperatorQueue, {})).entries).toEqual([]);
  for (const one of [line, elsewhere]) one?.close();
});

it('keeps earlier messages in the queue when a later one is unsent', async () => {
  const [ida, finn] = await world.people({ credits: 3 }, { fictional: true, name: 'Finn' });
  const write = async (text: string) =>
    (
      await ida.http.call(postMessage, {
        clientId: randomUUID(),
        profile: finn.id,
        text,
        credits: 0,
        fictionalConfirmed: true,
      })
    ).message;
  const entryAt = async (one: HttpClient) =>
    (await one.call(getOperatorQueue, {})).entries.find((entry) => entry.conversation === conversation);
  const { conversation, at } = await write('Are you there?');
  const typo = await write('Aer yuo there?');
  await ida.http.call(unsendMessage, { conversation, seq: typo.seq });
  for (const one of [ana, ben]) {
    expect(await entryAt(one)).toMatchObject({
      preview: 'Are you there?',
      waitingSince: at,
      lastSeq: typo.seq,
    });
  }
});

it('keeps messages queued and unread that came after the operator’s last view', async () => {
  const [ida, finn] = await world.people({ credits: 3 }, { fictional: true, name: 'Finn' });
  const write = async (text: string) => {
    const asked = { clientId: randomUUID(), profile: finn.id, text, credits: 0, fictionalConfirmed: true };
    return (await ida.http.call(postMessage, asked)).message;
  };
  const { conversation, seq: seen } = await write('Are you there?');
  const entryAt = async (one: HttpClient) =>
    (await one.call(getOperatorQueue, {})).entries.find((entry) => entry.conversation === conversation);
  await until(
    () => entryAt(ana),
    (entry) => entry !== undefined,
  );
  const { number } = (await ana.call(takeLease, { conversation })).lease;
  const line = await connectDevice(ben, `${ben.gateway.address}${OPERATORS_NAMESPACE}`);
  const first = await write('It is urgent');
  const typo = await write('Plaese');
  const written = { clientId: randomUUID(), conversation, number, text: 'Good morning' };
  const { message } = await ana.call(postAnswer, { ...written, upTo: seen });
  expect(message.seq).toBe(4);
  expect(await line.wait(queueChanged, (event) => event.lastSeq === 4)).toMatchObject({ waiting: true });
  const waits = { preview: 'Plaese', waitingSince: first.at, lastSeq: 4 };
  for (const one of [ana, ben]) expect(await entryAt(one)).toMatchObject(waits);
  // It is unread, so it can still be unsent, and the rest stays queued.
  expect(await outcomeOf(ida.http.call(unsendMessage, { conversation, seq: typo.seq }))).toBe('OK');
  expect(await entryAt(ben)).toMatchObject({ ...waits, preview: 'It is urgent' });
  // The stored answer belongs to its key, whatever was seen since.
  expect((await ana.call(postAnswer, { ...written, upTo: 4 })).message.seq).toBe(4);
  expect(await entryAt(ana)).toBeDefined();
  const next = { ...written, clientId: randomUUID(), text: 'What is it?', upTo: 4 };
  expect((await ana.call(postAnswer, next)).message.seq).toBe(5);
  for (const one of [ana, ben]) expect(await entryAt(one)).toBeUndefined();
  expect(await outcomeOf(ida.http.call(unsendMessage, { conversation, seq: first.seq }))).toBe(
    'MESSAGE_READ',
  );
  line.close();
});

it('lets an operator report any member, also for the eleventh time in an hour', async () => {
  const { conversation } = await ask('Reported again and again');
  const about = { conversation, seq: null, reason: 'scam', note: '' } as const;
  await until(
    () => outcomeOf(ana.call(reportByOperator, { ...about, clientId: randomUUID() })),
    (outcome) => outcome === 'OK',
  );
  for (let count = 0; count < 10; count += 1) {
    const reporting = ana.call(reportByOperator, { ...about, clientId: randomUUID() });
    expect(await outcomeOf(reporting)).toBe('OK');
  }
});

it('names gifts in the inbox as members see them', async () => {
  const { gifts } = await ana.call(getOperatorGifts, {});
  expect(gifts).toEqual((await mara.http.call(getGifts, {})).gifts);
  expect(gifts.length).toBeGreaterThan(0);
});

it('ends an open conversation when the member blocks or leaves, and refuses answers', async () => {
  const line = await connectDevice(ana, `${ana.gateway.address}${OPERATORS_NAMESPACE}`);
  const meet = async () => {
    const [member, profile] = await world.people({ credits: 3 }, { fictional: true });
    const asked = { clientId: randomUUID(), profile: profile.id, text: 'Are you there?', credits: 0 };
    const { message } = await member.http.call(postMessage, { ...asked, fictionalConfirmed: true });
    const { conversation } = message;
    // The queue is updated asynchronously.
    const took = await until(
      () => ana.call(takeLease, { conversation }).catch(() => undefined),
      (lease) => lease !== undefined,
    );
    const number = took?.lease.number ?? 0;
    const written = { clientId: randomUUID(), conversation, number, text: 'Hello' };
    return { member, profile, conversation, answer: () => ana.call(postAnswer, written) };
  };
  const ends = [
    (member: Person, profile: Person) => member.http.call(blockProfile, { profile: profile.id }),
    (member: Person) => world.inside.core.accounts.suspend(member.id),
  ];
  const { connection } = world.inside.mongo;
  for (const end of ends) {
    const { member, profile, conversation, answer } = await meet();
    await end(member, profile);
    const ended = await line.wait(
      queueChanged,
      (event) => event.conversation === conversation && event.ended !== undefined,
    );
    expect(ended).toMatchObject({ waiting: false, ended: 'gone' });
    // Each gateway caches members for a few seconds.
    world.clock.advance(10_000);
    expect(await outcomeOf(answer())).toBe('RECIPIENT_GONE');
    expect(await outcomeOf(ben.call(takeLease, { conversation }))).toBe('RECIPIENT_GONE');
    const said = connection.collection('messages').find({ owner: conversation, kind: 'text' });
    expect(await said.toArray()).toHaveLength(1);
  }
  const { conversation, answer } = await meet();
  await connection.collection<{ _id: string }>('operatorQueue').deleteOne({ _id: conversation });
  expect(await outcomeOf(answer())).toBe('RECIPIENT_GONE');
  expect(await outcomeOf(ben.call(takeLease, { conversation }))).toBe('NOT_WAITING');
  line.close();
});

it('shows the latest hundred notes beside the chat, the latest first', async () => {
  const { conversation } = await ask('Hello');
  const note = { site: 'default', member: mara.id, operator: 'o', name: 'ana' };
  const idOf = (at: number) => `${mara.id.slice(0, 20)}${1_000 + at}`;
  const rows = Array.from({ length: 101 }, (_, at) => ({ ...note, _id: idOf(at), text: `${at}`, at }));
  await world.inside.mongo.connection.collection<{ _id: string }>('operatorNotes').insertMany(rows);
  const { notes } = await ana.call(getOperatorConversation, { conversation });
  expect(notes.map(({ text }) => text)).toEqual(
    rows
      .map(({ text }) => text)
      .reverse()
      .slice(0, 100),
  );
});

it('refuses an invisible note, and drops characters that show as boxes', async () => {
  const { conversation } = await ask('Hello again');
  const add = (text: string) => ana.call(addOperatorNote, { clientId: randomUUID(), conversation, text });
  expect(await outcomeOf(add('\u3164 \u2800'))).toBe('VALIDATION_FAILED');
  expect((await add(' Likes\u0007 to sail ')).notes[0]?.text).toBe('Likes to sail');
});
