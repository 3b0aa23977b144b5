import { setTimeout as sleep } from 'node:timers/promises';
import { likeProfile, type Message, messageCreated, postRead, unsendMessage } from '@heartline/contracts';
import { type AckedMessages, recordAcks } from '../acked-messages.ts';
import { HttpClient, Refused } from '../http-client.ts';
import { connectDevice, type LiveDevice } from '../live-device.ts';
import { seeded } from '../seeded.ts';
import { sendByHttp, sendBySocket, sendUntilAcked } from '../send-until-acked.ts';
import type { Person, World } from '../start-world.ts';
import { until } from '../until.ts';
import { type Fault, oneOf, planOf, type Random } from './faults.ts';
import { type Purchases, recordPurchases } from './purchases.ts';
import { type ReportedBeside, recordBeside } from './reported-beside.ts';

/** Result of one seed: what was done, and what is wrong; `wrong` is empty if all is well. */
export interface SeedReport {
  seed: number;
  faults: string[];
  sent: number;
  ms: number;
  wrong: string[];
}

const PAIRS = 3;
const EACH = 10;
/** The message after which each member buys a pack. */
const BUYS_AT = 4;
/** An outbox never gives up. A campaign does, to report it. */
const ACKED_WITHIN_MS = 90_000;

/**
 * Lets six members write, unsend, read, like and buy by socket and HTTP over both gateways, while the faults of the
 * seed strike. Then it waits until all work is done and checks:
 * - every acked message is in both histories once, in the order it was sent
 * - an unsent message has no text on any side
 * - marks, unread counts and likes equal the last events and answers of members
 * - every paid order is granted, and costs its price once
 * - every invariant holds
 *
 * The same seed makes the same faults, texts and keys. The interleaving of processes is random.
 */
export async function runSeed(world: World, seed: number): Promise<SeedReport> {
  const startedAt = performance.now();
  const plan = planOf(seeded(seed));
  const people = await world.people(
    ...Array.from({ length: PAIRS * 2 }, () => ({ credits: EACH * 2, premium: true })),
  );
  const acks = recordAcks();
  const beside = recordBeside();
  const purchases = recordPurchases(world);
  const talks = Promise.allSettled(
    people.map((_, index) =>
      talk(world, { people, index, acks, beside, purchases, random: seeded(seed * 1_000 + index) }),
    ),
  );
  await strike(world, plan, seed);
  const wrong: string[] = [];
  for (const one of await talks) if (one.status === 'rejected') wrong.push(String(one.reason));
  wrong.push(...(await purchases.differences()));
  wrong.push(...(await findings(world, people, acks)), ...(await beside.differences(people)));
  return {
    seed,
    faults: plan.map(({ fault }) => fault.name),
    sent: acks.count(),
    ms: Math.round(performance.now() - startedAt),
    wrong,
  };
}

/** Faults of one target run one after the other: a killed process cannot be killed again. */
async function strike(
  world: World,
  plan: readonly { fault: Fault; afterMs: number }[],
  seed: number,
): Promise<void> {
  const lanes = new Map<string, Promise<void>>();
  for (const [index, { fault, afterMs }] of plan.entries()) {
    await sleep(afterMs);
    const lane =
      fault.name.split(' ').find((word) => /gateway|worker|Redis|MongoDB|provider/.test(word)) ?? '';
    const before = lanes.get(lane) ?? Promise.resolve();
    lanes.set(
      lane,
      before.then(() => fault.strike(world, seeded(seed * 100 + index))),
    );
  }
  await Promise.all(lanes.values());
}

interface Talk {
  people: readonly Person[];
  index: number;
  acks: AckedMessages;
  beside: ReportedBeside;
  purchases: Purchases;
  random: Random;
}

async function talk(world: World, { people, index, acks, beside, purchases, random }: Talk): Promise<void> {
  const from = people[index] as Person;
  const to = people[index ^ 1] as Person;
  const browsers = world.gateways.map((gateway) => {
    const http = new HttpClient(gateway);
    http.cookies.set('__Host-session', from.session);
    return http;
  });
  const device = await until(
    () => connectDevice(browsers[index % browsers.length] as HttpClient),
    () => true,
    ACKED_WITHIN_MS,
  );
  const mine: string[] = [];
  for (let n = 0; n < EACH; n += 1) {
    const clientId = keyFrom(random);
    const way =
      random() < 0.5 ? sendBySocket(device) : sendByHttp(browsers[n % browsers.length] as HttpClient);
    const input = { clientId, profile: to.id, text: `${index}: ${n}`, credits: 1 };
    const { message } = await sendUntilAcked(way, input, { withinMs: ACKED_WITHIN_MS });
    acks.add(from, to, message);
    mine.push(message.clientId);
    if (random() < 0.15 && (await takeBack(oneOf(browsers, random), message))) acks.takenBack(message);
    if (random() < 0.3) {
      const { conversation } = message;
      const read = { conversation, seq: Math.ceil(random() * message.seq) };
      const reported = await browsers[0]?.call(postRead, read).catch(() => undefined);
      if (reported) beside.read(from.id, conversation, reported.readSeq);
    }
    if (random() < 0.1) {
      const profile = oneOf(people, random).id;
      const reported = await browsers[1]?.call(likeProfile, { profile }).catch(() => undefined);
      if (reported) beside.liked(from.id, profile);
    }
    if (n === BUYS_AT) {
      await purchases.buy(from, browsers[index % browsers.length] as HttpClient, keyFrom(random), random);
    }
    await sleep(150 + random() * 400);
  }
  checkReceived(device, from.id, mine);
  device.close();
}

/** Repeats until there is an answer, as the undo of the web app does. True if it came before the reader. */
function takeBack(http: HttpClient, { conversation, seq }: Message): Promise<boolean> {
  const ask = async () => {
    try {
      await http.call(unsendMessage, { conversation, seq });
      return true;
    } catch (error) {
      if (error instanceof Refused && error.error.code === 'MESSAGE_READ') return false;
      throw error;
    }
  };
  return until(ask, () => true, ACKED_WITHIN_MS);
}

/** A device identifies repeats by their number, so two messages with one number would be an error. */
function checkReceived(device: LiveDevice, sender: string, mine: readonly string[]): void {
  const keys = new Map<string, string>();
  for (const { message } of device.all(messageCreated)) {
    const place = `${message.conversation}:${message.seq}`;
    const key = `${message.sender}:${message.clientId}`;
    if ((keys.get(place) ?? key) !== key) throw new Error(`two messages published at ${place}`);
    keys.set(place, key);
    const isMine = message.sender === sender;
    if (isMine && message.clientId.endsWith('.2') && !mine.includes(message.clientId))
      throw new Error(`unknown second try published: ${key}`);
  }
}

async function findings(world: World, people: readonly Person[], acks: AckedMessages): Promise<string[]> {
  for (const { name, address } of [...world.gateways, ...world.workers]) {
    await until(
      async () => `${name}: ${await (await fetch(`${address}/health/ready`)).text()}`,
      (state) => state.includes('{"ok":true'),
      60_000,
    );
  }
  const violations = await world.violations();
  const conversations = people.map((person, index) =>
    world.inside.core.messaging.conversationOf(person.id, (people[index ^ 1] as Person).id),
  );
  const voids = await world.inside.mongo.connection
    .collection('messages')
    .countDocuments({ owner: { $in: [...new Set(conversations)] }, kind: 'void' });
  return [
    ...violations.map(({ invariant, subject, detail }) => `${invariant} ${subject}: ${detail}`),
    ...(await acks.differences(voids)),
  ];
}

/** A UUID from the random numbers of the seed. */
function keyFrom(random: Random): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
