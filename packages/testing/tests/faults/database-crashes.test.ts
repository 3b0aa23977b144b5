import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageCreated } from '@heartline/contracts';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AckedMessages,
  type LiveDevice,
  type Person,
  recordAcks,
  type SendTry,
  sendByHttp,
  sendBySocket,
  sendUntilAcked,
  startBadWire,
  startWorld,
  until,
  type World,
} from '../../src/index.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ ownEngines: true, gateways: 2, workers: 1 });
});
afterAll(async () => {
  await world?.stop();
});

const MEMBERS = 20;
const EACH = 15;

interface Load {
  people: Person[];
  acks: AckedMessages;
  tries: SendTry[];
  devices: LiveDevice[];
  /** Settles when every message was acked. */
  finished: Promise<unknown>;
}

/** Twenty members in pairs send each other fifteen messages each, by socket and by HTTP, until each is acked. */
async function startLoad(): Promise<Load> {
  const people = await world.people(
    ...Array.from({ length: MEMBERS }, () => ({ credits: EACH + 1, premium: true })),
  );
  const devices = await Promise.all(people.map((person) => person.device()));
  const load = { people, acks: recordAcks(), tries: [], devices };
  const finished = Promise.all(people.map((_, index) => talk(index, load)));
  finished.catch(() => undefined);
  return { ...load, finished };
}

async function talk(index: number, load: Omit<Load, 'finished'>): Promise<void> {
  const from = load.people[index] as Person;
  const to = load.people[index ^ 1] as Person;
  const ways = [sendBySocket(load.devices[index] as LiveDevice), sendByHttp(from.http)] as const;
  for (let n = 0; n < EACH; n += 1) {
    const input = { clientId: randomUUID(), profile: to.id, text: `${index}: ${n}`, credits: 1 };
    const { message } = await sendUntilAcked(ways[n % 2 ? 0 : 1], input, { tries: load.tries });
    expect(message).toMatchObject({ clientId: input.clientId, text: input.text, sender: from.id });
    load.acks.add(from, to, message);
    await sleep(150 + Math.random() * 150);
  }
}

/** Waits until a third of the load is acked: every device has heard of its stream, and the fault strikes in the middle. */
const underWay = ({ acks }: Load) =>
  until(
    () => acks.count(),
    (count) => count >= (MEMBERS * EACH) / 3,
  );

/** Holds without a settlement: each settlement closes one. */
async function openHolds(): Promise<number> {
  const { connection } = world.inside.mongo;
  const holds = await connection.collection('ledger').countDocuments({ kind: 'hold' });
  return holds - (await connection.collection('settlements').countDocuments({}));
}

/** Waits for the load and for the end of all holds, then checks everything. */
async function endLoad(load: Load, withinMs: number): Promise<void> {
  await load.finished;
  await until(openHolds, (open) => open === 0, withinMs, 500);
  expect(load.acks.count()).toBe(MEMBERS * EACH);
  expect(await load.acks.differences()).toEqual([]);
  expect(await world.violations()).toEqual([]);
  for (const device of load.devices) device.close();
}

/** The epochs that a device received, in order. */
function epochsOf(device: LiveDevice): string[] {
  const versions = device.received.map(({ payload }) => (payload as { version?: { epoch: string } }).version);
  return versions.flatMap((version) => (version ? [version.epoch] : []));
}

describe('a database crashes under load', () => {
  it('Redis is killed and restarts: no acked message is lost, all are settled [F9]', async () => {
    const load = await startLoad();
    await underWay(load);
    await world.redis.crash();
    const [mara, jonas] = load.people as [Person, Person];
    const late = await mara.device();
    await fixedWait(1_500, 'Redis stays down this long under load');
    await world.redis.restart();
    await endLoad(load, 90_000);
    // A device that connected while Redis was down receives later events.
    const clientId = randomUUID();
    await sendByHttp(jonas.http)({ clientId, profile: mara.id, text: 'Back', credits: 1 });
    await late.wait(messageCreated, ({ message }) => message.clientId === clientId);
    late.close();
    // New numbers of a restarted Redis are not mistaken for old ones that it may have lost.
    for (const device of load.devices) {
      const epochs = epochsOf(device);
      expect(new Set(epochs).size).toBeGreaterThan(1);
      expect(epochs.at(-1)).not.toBe(epochs[0]);
    }
  });

  it('Redis loses everything: all settles in 90 s, clients get a new epoch [F10]', async () => {
    const load = await startLoad();
    await underWay(load);
    await world.inside.redis.flushAll();
    await endLoad(load, 90_000);
    for (const device of load.devices) {
      const streams = await until(
        () => new Set(epochsOf(device)).size,
        (size) => size > 1,
      );
      expect(streams).toBeGreaterThan(1);
    }
  });

  it('Redis hangs silently: connections are replaced in seconds, all settles [F9]', async () => {
    const { host } = new URL(world.redis.url);
    const wire = await startBadWire({ choose: () => ({ address: `http://${host}` }) });
    const services = [...world.gateways, ...world.workers];
    const REDIS_URL = wire.url.replace('http:', 'redis:');
    await Promise.all(services.map((service) => service.restart({ REDIS_URL })));
    const load = await startLoad();
    await underWay(load);
    const [mara, jonas] = load.people as [Person, Person];
    const listening = await mara.device();
    wire.vanish();
    await endLoad(load, 90_000);
    // A device that was connected all the time receives events again.
    const clientId = randomUUID();
    await sendByHttp(jonas.http)({ clientId, profile: mara.id, text: 'Back', credits: 1 });
    await listening.wait(messageCreated, ({ message }) => message.clientId === clientId);
    listening.close();
    await Promise.all(services.map((service) => service.restart({ REDIS_URL: world.redis.url })));
    await wire.stop();
    // Waiting requests were refused soon; none waited for the TCP timeout of the kernel.
    expect(Math.max(...load.tries.map(({ ms }) => ms))).toBeLessThan(30_000);
  });

  it('MongoDB is killed and restarts: no acked write is lost, refused in 5 s [F13]', async () => {
    const load = await startLoad();
    await underWay(load);
    await world.mongo.crash();
    const before = load.acks.count();
    await fixedWait(7_000, 'longer than the 5 s in which a write is refused');
    const during = load.acks.count() - before;
    await world.mongo.restart();
    await endLoad(load, 90_000);
    // An answer may have been in transit when the database died; afterwards none succeeds.
    expect(during).toBeLessThanOrEqual(MEMBERS);
    const refusals = load.tries.filter(({ outcome }) => outcome !== 'OK');
    expect(refusals.length).toBeGreaterThan(0);
    expect(new Set(refusals.map(({ outcome }) => outcome))).toEqual(new Set(['UNAVAILABLE']));
    // 5 s, and a second for a machine that is busy with the load itself.
    expect(Math.max(...refusals.map(({ ms }) => ms))).toBeLessThan(6_000);
  });
});
