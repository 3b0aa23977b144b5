import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageCreated } from '@heartline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BadWire,
  connectDevice,
  HttpClient,
  historyOf,
  inTurn,
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

/** The host name of the balancer. All gateways are behind it, and none knows where a client was before. */
const ORIGIN = 'http://site.localhost';
const MEMBERS = 8;

let world: World;
let balancer: BadWire;

beforeAll(async () => {
  world = await startWorld({
    gateways: 3,
    workers: 2,
    gatewayEnvironment: { PUBLIC_ORIGIN: ORIGIN, DRAIN_SECONDS: '3' },
  });
  balancer = await startBadWire({ choose: inTurn(world.gateways) });
});
afterAll(async () => {
  await balancer?.stop();
  await world?.stop();
});

interface Traveller extends Person {
  device(): Promise<LiveDevice>;
}

/** Members who reach the site through a wire, at any gateway it leads to. */
async function travellers(wire: BadWire, count: number, credits: number): Promise<Traveller[]> {
  const people = await world.people(...Array.from({ length: count }, () => ({ credits, premium: true })));
  return people.map((person) => {
    const http = new HttpClient({ address: wire.url, origin: ORIGIN });
    http.cookies.set('__Host-session', person.session);
    return { ...person, http, device: () => connectDevice(http) };
  });
}

/** The longest time that a device had no connection. */
function watchGaps(device: LiveDevice): () => number {
  let longest = 0;
  let since = 0;
  device.socket.on('disconnect', () => (since = performance.now()));
  device.socket.on('connect', () => (longest = Math.max(longest, performance.now() - since)));
  return () => longest;
}

describe('gateways restart', () => {
  it('SIGTERM of all under load: no send fails, no gap over 10 s, no duplicates [F5]', async () => {
    const people = await travellers(balancer, MEMBERS, 500);
    const devices = await Promise.all(people.map((person) => person.device()));
    const gaps = devices.map(watchGaps);
    const acks = recordAcks();
    const tries: SendTry[] = [];
    const rolled = new AbortController();
    const talks = people.map(async (from, index) => {
      const to = people[index ^ 1] as Traveller;
      const ways = [sendBySocket(devices[index] as LiveDevice), sendByHttp(from.http)] as const;
      for (let n = 0; !rolled.signal.aborted; n += 1) {
        const input = { clientId: randomUUID(), profile: to.id, text: `${index}: ${n}`, credits: 1 };
        // A send that is not acked in time would look failed to the member; here it throws.
        const { message } = await sendUntilAcked(n % 2 ? ways[0] : ways[1], input, { tries });
        acks.add(from, to, message);
        await sleep(60 + Math.random() * 60);
      }
    });
    for (const gateway of world.gateways) {
      const before = acks.count();
      await gateway.restart();
      await until(acks.count, (count) => count > before + MEMBERS);
    }
    rolled.abort();
    await Promise.all(talks);
    for (const device of devices) {
      await until(
        () => device.socket.connected,
        (connected) => connected,
      );
    }
    expect(Math.max(...gaps.map((gap) => gap()))).toBeLessThan(10_000);
    expect(gaps.filter((gap) => gap() > 0).length).toBeGreaterThan(0);
    // A stopping gateway answers its accepted requests: no event ran into the client's timeout of 10 s.
    expect(Math.max(...tries.map(({ ms }) => ms))).toBeLessThan(10_000);
    expect(await acks.differences()).toEqual([]);
    expect(await world.violations()).toEqual([]);
    for (const device of devices) {
      const received = device
        .all(messageCreated)
        .map(({ message }) => `${message.conversation}:${message.seq}`);
      expect(new Set(received).size).toBe(received.length);
      device.close();
    }
  }, 180_000);

  it('a slow, breaking wire: 200 of 200 sends arrive once and in order [F15]', async () => {
    const wire = await startBadWire({
      choose: inTurn(world.gateways),
      seed: 15,
      faults: { latencyMs: 400, bytesPerSecond: 6_250, resetShare: 0.05, stallShare: 0.02, stallMs: 3_000 },
    });
    const senders = await travellers(wire, 10, 50);
    const readers = await travellers(balancer, 10, 1);
    const acks = recordAcks();
    const tries: SendTry[] = [];
    await Promise.all(
      senders.map(async (from, index) => {
        const to = readers[index] as Traveller;
        const device = await until(
          () => from.device(),
          () => true,
        );
        for (let n = 0; n < 20; n += 1) {
          const input = { clientId: randomUUID(), profile: to.id, text: `${n}`, credits: 1 };
          const { message } = await sendUntilAcked(sendBySocket(device), input, {
            tries,
            withinMs: 120_000,
          });
          acks.add({ ...from, http: to.http }, to, message);
        }
        device.close();
        const { history } = await historyOf(to, world.inside.core.messaging.conversationOf(from.id, to.id));
        expect(history.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`));
      }),
    );
    await wire.stop();
    // The wire was bad enough to cause retries.
    expect(tries.length).toBeGreaterThan(200);
    expect(acks.count()).toBe(200);
    expect(await world.violations()).toEqual([]);
  }, 240_000);
});
