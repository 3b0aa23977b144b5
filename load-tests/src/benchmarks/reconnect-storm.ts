import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import {
  conversationRead,
  focusChanged,
  getChats,
  getLikes,
  getMessages,
  getUser,
  mayKeep,
  messageSend,
  type OutputOf,
  type StreamPosition,
  syncTicked,
  type Version,
} from '@heartline/contracts';
import type { Person, World } from '@heartline/testing';
import { eventFrame } from '../../lib/frames.ts';
import { residentKib } from '../cpu.ts';
import { quantile } from '../figures.ts';
import { later, type Result, type Scale } from '../measure.ts';
import { startMeasuredWorld } from '../message-world.ts';
import { openSocket } from '../socket-client.ts';
import { startServer } from '../start-server.ts';
import { enterWire, openWire, textFrame, type Wire } from '../wire-client.ts';
import { TEXT } from './bare-writes.ts';

const SOCKETS = 5_000;
const JITTER_MS = 1_000;
const AT_ONCE = 100;
const REPETITIONS = 3;
/** Members who get a message while disconnected. */
const WRITTEN_TO = 200;
/**
 * Loopback addresses of the client. A used port rests for a minute, and with half of an address's ports resting, the
 * search for a free one fills the client's core.
 */
const ADDRESSES = 64;

/**
 * A gateway with 5,000 sockets is killed. All return through the other one within a second, as the web client
 * does: they enter, report focus, and get the version they should have.
 * - A member with the same version as before the kill is in step.
 * - Any other fetches conversations, and member and likes if the hello says that they changed.
 * - Two hundred got a message meanwhile. They must learn of it and find it; one member who stayed keeps sending
 *   requests.
 * - The baseline is the rate of handshakes of a raw WebSocket server in the same run.
 */
export async function reconnectStorm({ small }: Scale): Promise<Result> {
  const count = small ? 200 : SOCKETS;
  const world = await startMeasuredWorld({ small });
  const echo = await startServer('ws-echo');
  try {
    const [dying, living] = world.gateways;
    if (!dying || !living) throw new Error('the world has no two gateways');
    const people = await world.people(...Array.from({ length: count }, () => ({})));
    const [writer] = await world.people({ premium: true, credits: 1_000_000 });
    if (!writer) throw new Error('there is no writer');
    const faults: string[] = [];
    const rounds: { synced: number; raw: number; peakMib: number; otherP99: number }[] = [];
    for (let turn = 0; turn < (small ? 1 : REPETITIONS); turn += 1) {
      const raw = await handshakes(count, (index) => openWire(rawEndpoint(echo.port, index), () => {}));
      const storm = await oneStorm({ people, writer, dying, living }, faults);
      rounds.push({ ...storm, synced: (count / storm.tookMs) * 1_000, raw });
    }
    return {
      rows: [
        {
          figure: 'sockets back and in step a second, of raw handshakes',
          values: rounds.map(({ synced, raw }) => synced / raw),
          target: { atLeast: 0.25 },
        },
        {
          figure: `until ${count} are back and in step`,
          values: rounds.map(({ synced }) => count / synced),
          digits: 1,
          unit: 's',
        },
        {
          figure: 'sockets back and in step a second',
          values: rounds.map(({ synced }) => synced),
          digits: 0,
        },
        { figure: 'raw ws handshakes a second', values: rounds.map(({ raw }) => raw), digits: 0 },
        {
          figure: 'highest memory of the gateway that took them',
          values: rounds.map(({ peakMib }) => peakMib),
          digits: 0,
          unit: 'MiB',
        },
        {
          figure: 'p99 of an answer to one who stayed, meanwhile',
          values: rounds.map(({ otherP99 }) => otherP99),
          digits: 0,
          unit: 'ms',
        },
      ],
      faults,
      notes: [`Each with ${JITTER_MS / 1_000} s of jitter, ${AT_ONCE} on their way in at once.`],
    };
  } finally {
    await echo.stop();
    await world.stop();
  }
}

const addressOf = (index: number) => `127.0.0.${2 + (index % ADDRESSES)}`;

const rawEndpoint = (port: number, index: number) => ({
  port,
  path: '/',
  headers: { Host: 'bench' },
  from: addressOf(index),
});

/** Handshakes a second, with as many at once as in the storm. */
async function handshakes(count: number, open: (index: number) => Promise<Wire>): Promise<number> {
  const startedAt = performance.now();
  const wires = await inParallel(count, open);
  const perSecond = (count / (performance.now() - startedAt)) * 1_000;
  for (const wire of wires) wire.close();
  await later(500);
  return perSecond;
}

async function inParallel<T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let index = next++; index < count; index = next++) results[index] = await act(index);
    }),
  );
  return results;
}

interface Cast {
  people: readonly Person[];
  writer: Person;
  dying: World['gateways'][number];
  living: World['gateways'][number];
}

type Gateway = World['gateways'][number];

async function oneStorm({ people, writer, dying, living }: Cast, faults: string[]) {
  const before = await inParallel(people.length, (index) => enter(dying, people[index] as Person, index));
  await dying.kill();
  for (const { wire } of before) wire.close();
  const written = await writeToSome(living, writer, people, faults);
  let peakKib = 0;
  const look = setInterval(() => {
    peakKib = Math.max(peakKib, residentKib(living.pid()));
  }, 100);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const other = await keepAsking(living, writer);
  const dueAt = people.map(() => Math.random() * JITTER_MS).sort((a, b) => a - b);
  const startedAt = performance.now();
  const wires = await inParallel(people.length, async (index) => {
    await later(Math.max(0, startedAt + (dueAt[index] as number) - performance.now()));
    const person = people[index] as Person;
    const { wire, hello } = await enter(living, person, index);
    const { version: held } = (before[index] as Entered).hello;
    const ask = (path: string) => get(living, person, agent, path);
    if (!isSame(hello.version, held))
      await fetchMissed(ask, missedBy(hello, held), written.get(person.id), faults);
    else if (written.has(person.id)) faults.push(`${person.id} does not hear that something was missed`);
    return wire;
  });
  const tookMs = performance.now() - startedAt;
  clearInterval(look);
  const otherP99 = quantile(await other.end(), 0.99);
  agent.destroy();
  for (const wire of wires) wire.close();
  await dying.restart();
  await later(1_000);
  return { tookMs, peakMib: peakKib / 1_024, otherP99 };
}

/** Sends a request that reads the store fifty times a second; `end` returns the duration of each, in ms. */
async function keepAsking({ address, origin }: Gateway, { http }: Person) {
  const device = await openSocket({ address, origin, cookie: http.cookie });
  const took: number[] = [];
  const ending = new AbortController();
  const asking = (async () => {
    while (!ending.signal.aborted) {
      const askedAt = performance.now();
      await device.send(conversationRead.name, { conversation: 'a'.repeat(24), seq: 1 });
      took.push(performance.now() - askedAt);
      await later(20);
    }
  })();
  return {
    async end(): Promise<number[]> {
      ending.abort();
      await asking;
      device.close();
      return took;
    },
  };
}

const isSame = (a: Version, b: Version) => a.epoch === b.epoch && a.n === b.n;

/** The requests of a client that had this version when it was cut off. */
function missedBy(hello: StreamPosition, held: Version) {
  return [
    getChats,
    ...(mayKeep('user', held, hello) ? [] : [getUser]),
    ...(mayKeep('likes', held, hello) ? [] : [getLikes]),
  ];
}

/** Writes one message to each of some members; returns the receivers and their messages. */
async function writeToSome(
  gateway: Gateway,
  writer: Person,
  people: readonly Person[],
  faults: string[],
): Promise<Map<string, string>> {
  const device = await openSocket({
    address: gateway.address,
    origin: gateway.origin,
    cookie: writer.http.cookie,
  });
  const written = new Map<string, string>();
  for (const { id } of people.slice(0, WRITTEN_TO)) {
    const clientId = randomUUID();
    const answer = (await device.send(messageSend.name, {
      clientId,
      profile: id,
      text: TEXT,
      credits: 1,
    })) as {
      ok: boolean;
    };
    if (answer.ok) written.set(id, clientId);
    else faults.push(`refused while others were away: ${JSON.stringify(answer)}`);
  }
  device.close();
  return written;
}

/**
 * Fetches as a client that missed something: a snapshot, and the newest rows of unread conversations. `expected` is the
 * key of the message that must be among them.
 */
async function fetchMissed(
  ask: (path: string) => Promise<unknown>,
  calls: readonly { path: string }[],
  expected: string | undefined,
  faults: string[],
): Promise<void> {
  const [answer] = await Promise.all(calls.map(({ path }) => ask(path)));
  const { chats } = answer as OutputOf<typeof getChats>;
  if (expected === undefined) return;
  const chat = chats.find(({ num_unread_messages }) => num_unread_messages > 0);
  const path = `${getMessages.path}?conversation=${chat?.conversation.id ?? '0'.repeat(24)}`;
  const { messages = [] } = (await ask(path)) as Partial<OutputOf<typeof getMessages>>;
  if (!messages.some(({ clientId }) => clientId === expected))
    faults.push(`${expected} is missed, a message written meanwhile`);
}

function get(gateway: Gateway, person: Person, agent: Agent, path: string): Promise<unknown> {
  const headers = { host: new URL(gateway.origin).host, origin: gateway.origin, cookie: person.http.cookie };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, gateway.address), { agent, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () => resolve(JSON.parse(body)));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

interface Entered {
  wire: Wire;
  hello: StreamPosition;
}

const HELLO = Buffer.from(`42["${syncTicked.name}",`);
const IN_FRONT = textFrame(eventFrame(0, focusChanged.name, { focused: true, conversation: null }));

/** Opens one member's socket, enters and waits for the hello. */
async function enter({ address, origin }: Gateway, { http }: Person, index: number): Promise<Entered> {
  const { promise: greeted, resolve, reject } = Promise.withResolvers<StreamPosition>();
  const wire = await enterWire(
    { address, origin, cookie: http.cookie },
    (payload) => {
      if (!payload.subarray(0, HELLO.length).equals(HELLO)) return;
      resolve(JSON.parse(payload.toString('utf8', HELLO.length, payload.length - 1)));
    },
    addressOf(index),
  );
  wire.onClose(() => reject(new Error('socket closed before its hello')));
  wire.write(IN_FRONT);
  return { wire, hello: await greeted };
}
