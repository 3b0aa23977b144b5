import { randomUUID } from 'node:crypto';
import {
  blockProfile,
  conversationRead,
  DEFAULT_SETTINGS,
  messageSend,
  postMessage,
  postRead,
  type SendInput,
} from '@heartline/contracts';
import { CALLS, INBOUND_EVENTS } from '@heartline/contracts/registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MemberWish, type Person, Refused, startWorld, type World } from '../src/index.ts';

/** Checks that socket and HTTP give the same answers. */
let world: World;

beforeAll(async () => {
  world = await startWorld({ gateways: 1, workers: 1 });
});
afterAll(async () => {
  await world?.stop();
});

interface Answer {
  ok: boolean;
  value?: unknown;
  refusal?: unknown;
}

/** One member who asks over the socket or over HTTP. */
interface Way {
  name: string;
  send(from: Person, input: SendInput): Promise<Answer>;
  read(from: Person, input: { conversation: string; seq: number }): Promise<Answer>;
}

async function overHttp(call: Promise<unknown>): Promise<Answer> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Over HTTP a refusal also carries its text in the language of the browser.
    const refusal = { ...error.error } as { message?: string };
    delete refusal.message;
    return { ok: false, refusal };
  }
}

async function overSocket(
  from: Person,
  send: (device: Awaited<ReturnType<Person['device']>>) => Promise<Answer>,
) {
  const device = await from.device();
  try {
    return await send(device);
  } finally {
    device.close();
  }
}

const WAYS: readonly Way[] = [
  {
    name: 'http',
    send: (from, input) => overHttp(from.http.call(postMessage, input)),
    read: (from, input) => overHttp(from.http.call(postRead, input)),
  },
  {
    name: 'socket',
    send: (from, input) => overSocket(from, (device) => device.send(messageSend, input)),
    read: (from, input) => overSocket(from, (device) => device.send(conversationRead, input)),
  },
];

interface Pair {
  mara: Person;
  jonas: Person;
  conversation: string;
  key: string;
}

interface Case {
  title: string;
  mara?: MemberWish;
  jonas?: MemberWish;
  before?(pair: Pair, way: Way): Promise<unknown>;
  ask(pair: Pair, way: Way): Promise<Answer>;
}

const input = ({ jonas, key }: Pair, change: object = {}): SendInput => ({
  clientId: key,
  profile: jonas.id,
  text: 'Hello',
  credits: 1,
  ...change,
});
const LONGEST = '👩🏽‍❤️‍💋‍👩🏽'.repeat(DEFAULT_SETTINGS.message_length);
const hello = (pair: Pair, way: Way) => way.send(pair.mara, input(pair));
const CASES: readonly Case[] = [
  { title: 'a first message', ask: hello },
  { title: 'a repeat', before: hello, ask: hello },
  {
    title: 'another text under a used key',
    before: hello,
    ask: (pair, way) => way.send(pair.mara, input(pair, { text: 'Other' })),
  },
  { title: 'no credits left', mara: { credits: 0 }, ask: hello },
  { title: 'another price', ask: (pair, way) => way.send(pair.mara, input(pair, { credits: 7 })) },
  { title: 'an invisible text', ask: (pair, way) => way.send(pair.mara, input(pair, { text: ' \u200b ' })) },
  {
    title: 'a text that is too long',
    ask: (pair, way) => way.send(pair.mara, input(pair, { text: 'x'.repeat(19_000) })),
  },
  {
    title: 'the longest text, in emoji of 35 bytes',
    ask: (pair, way) => way.send(pair.mara, input(pair, { text: LONGEST })),
  },
  { title: 'an invalid key', ask: (pair, way) => way.send(pair.mara, input(pair, { clientId: '1' })) },
  { title: 'an unknown field', ask: (pair, way) => way.send(pair.mara, input(pair, { paid: true })) },
  {
    title: 'to an unknown id',
    ask: (pair, way) => way.send(pair.mara, input(pair, { profile: 'f'.repeat(24) })),
  },
  { title: 'to oneself', ask: (pair, way) => way.send(pair.mara, input(pair, { profile: pair.mara.id })) },
  {
    title: 'to a deleted member',
    jonas: { status: 'disabled' },
    // A member who leaves is signed out everywhere (A1).
    before: ({ jonas }) =>
      world.inside.mongo.connection.collection('sessions').deleteMany({ member: jonas.id }),
    ask: hello,
  },
  {
    title: 'to a fictional profile, not confirmed',
    jonas: { fictional: true, profile: { fictional: true } },
    ask: hello,
  },
  {
    title: 'to a member who blocks the sender',
    before: ({ mara, jonas }) => jonas.http.call(blockProfile, { profile: mara.id }),
    ask: hello,
  },
  {
    title: 'to a member whom the sender blocks',
    before: ({ mara, jonas }) => mara.http.call(blockProfile, { profile: jonas.id }),
    ask: hello,
  },
  {
    title: 'reading existing rows',
    before: hello,
    ask: ({ jonas, conversation }, way) => way.read(jonas, { conversation, seq: 1 }),
  },
  {
    title: 'reading past the last row',
    before: hello,
    ask: ({ jonas, conversation }, way) => way.read(jonas, { conversation, seq: 1_000_000 }),
  },
  {
    title: 'reading an unknown conversation',
    ask: ({ jonas, conversation }, way) => way.read(jonas, { conversation, seq: 1 }),
  },
  {
    title: 'reading backwards by an invalid number',
    before: hello,
    ask: ({ jonas, conversation }, way) => way.read(jonas, { conversation, seq: -1 }),
  },
];

describe('sending and reading over the socket and over HTTP', () => {
  it('share one contract: an event with the input of a call has its outputs', () => {
    const twins = INBOUND_EVENTS.flatMap((event) =>
      CALLS.filter((call) => call.input === event.input).map((call) => ({ event, call })),
    );
    const names = twins.map(({ event, call }) => `${event.name} ${call.name}`);
    expect(names).toEqual(expect.arrayContaining(['message:send postMessage', 'conversation:read postRead']));
    for (const { event, call } of twins) {
      expect([event.name, [...event.refusals].sort()]).toEqual([event.name, [...call.refusals].sort()]);
    }
  });

  it.each(CASES)('give the same answer: $title', async ({ mara = {}, jonas = {}, before, ask }) => {
    const answers: unknown[] = [];
    for (const way of WAYS) {
      const people = await world.people(
        { credits: 5, name: 'Mara', ...mara },
        { credits: 5, name: 'Jonas', ...jonas },
      );
      const conversation = world.inside.core.messaging.conversationOf(people[0].id, people[1].id);
      const pair = { mara: people[0], jonas: people[1], conversation, key: randomUUID() };
      await before?.(pair, way);
      answers.push(named(await ask(pair, way), pair));
    }
    const [http, socket] = answers;
    expect(socket).toEqual(http);
  });
});

/** Replaces generated values by names. */
function named(answer: Answer, { mara, jonas, conversation, key }: Pair): unknown {
  const text = JSON.stringify(answer, (name, value: unknown) => (name === 'at' ? 0 : value));
  const names = [
    [mara.id, 'mara'],
    [jonas.id, 'jonas'],
    [conversation, 'conversation'],
    [key, 'key'],
  ] as const;
  return JSON.parse(names.reduce((line, [id, name]) => line.replaceAll(id, name), text));
}
