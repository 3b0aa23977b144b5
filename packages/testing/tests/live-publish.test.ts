import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { caseChanged, creditsChanged, likeChanged, type OutboundContract } from '@heartline/contracts';
import { type Engine, startRedis } from '@heartline/local/engines';
import {
  closeLiveServer,
  connectRedis,
  createLiveServer,
  createLogger,
  createPublisher,
  createVersions,
  receivedEvent,
  rooms,
} from '@heartline/platform';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { io as connect, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const MEMBER = 'ab'.repeat(12);
const prefix = 'heartline';
const logger = createLogger({ level: 'silent', service: 'test' });

type Node = Awaited<ReturnType<typeof startNode>>;
let redis: Engine;
let nodes: [Node, Node];

beforeAll(async () => {
  redis = await startRedis({});
  nodes = [await startNode(), await startNode()];
});

afterAll(async () => {
  for (const node of nodes ?? []) await node.stop();
  await redis?.stop();
});

/** The sockets of a gateway without its other parts. Every connection is the member's. */
async function startNode() {
  const http = createServer().listen(0, '127.0.0.1');
  const open = (name: string) => connectRedis({ url: redis.url, logger, name });
  const [commands, live] = [await open('commands'), await open('live')];
  const io = createLiveServer({ http, redis: live, prefix });
  io.on('connection', (socket) => socket.join(rooms.user(MEMBER)));
  const versions = createVersions(live, prefix);
  const devices: Socket[] = [];
  return {
    io,
    commands,
    versions,
    publisher: createPublisher({ io, versions, prefix, logger, now: Date.now }),
    async device() {
      const socket = connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
        transports: ['websocket'],
      });
      devices.push(socket);
      const received: { n: number; epoch: string; payload: Record<string, unknown> }[] = [];
      socket.onAny((_name: string, { version, ...payload }) => received.push({ ...version, payload }));
      await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
      return received;
    },
    async stop() {
      for (const device of devices) device.close();
      await closeLiveServer(io);
      await Promise.all([commands, live].map((client) => client.close()));
    },
  };
}

const credits = (node: Node, amount: number) =>
  node.publisher.durable(MEMBER, creditsChanged, {
    credits: amount,
    debt: 0,
    premium: false,
    ledgerSeq: amount,
  });
async function receivedAll(received: unknown[], count: number): Promise<void> {
  await expect.poll(() => received.length).toBe(count);
}

describe('durable events', () => {
  it('arrive on every node in the order of their numbers, for any publisher', async () => {
    const here = await nodes[0].device();
    const there = await nodes[1].device();
    await Promise.all(Array.from({ length: 200 }, (_, at) => credits(nodes[at % 2] as Node, at)));
    await receivedAll(here, 200);
    await receivedAll(there, 200);
    expect(here.map(({ n }) => n)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
    expect(there).toEqual(here);
    expect(new Set(here.map(({ payload }) => payload['credits'])).size).toBe(200);
  });

  it('carry any text unchanged, at every length of a frame', async () => {
    const received = await nodes[1].device();
    const event = { ...creditsChanged, name: 'test:said' } as OutboundContract & { durable: true };
    const texts = ['', '"\\ \u2028 ❤️ ż', 'x'.repeat(125), 'é'.repeat(1_000), 'y'.repeat(70_000)];
    for (const text of texts) await nodes[0].publisher.durable(MEMBER, event, { text });
    await nodes[0].publisher.durable(MEMBER, event, {});
    await receivedAll(received, texts.length + 1);
    expect(received.slice(0, -1).map(({ payload }) => payload['text'])).toEqual(texts);
    expect(received.at(-1)?.payload).toEqual({});
  });

  it('continue under a new epoch after the counter was lost', async () => {
    const before = await nodes[0].versions.current(MEMBER);
    await nodes[0].commands.flushAll();
    const after = await credits(nodes[0], 1);
    expect(after?.n).toBe(1);
    expect(after?.epoch).not.toBe(before.epoch);
    expect(await nodes[1].versions.current(MEMBER)).toEqual(after);
  });

  it('name the last change of each resource, also for missed and unknown events', async () => {
    const at = async () => (await nodes[1].versions.position(MEMBER)).changed;
    const like = { profile: MEMBER, given: true, received: false, isNew: false };
    const plain: OutboundContract & { durable: true } = {
      ...creditsChanged,
      leaves: () => ['user', 'likes'],
    };
    const paid = await credits(nodes[0], 1);
    const liked = await nodes[0].publisher.durable(MEMBER, likeChanged, like);
    await nodes[0].publisher.durable(MEMBER, plain, {});
    expect(await at()).toEqual({ user: paid?.n, likes: liked?.n });
    const other = await nodes[0].publisher.durable(MEMBER, caseChanged, { case: MEMBER });
    expect(await at()).toEqual({ user: other?.n, likes: other?.n });
    const { n: skipped } = (await nodes[0].versions.skip(MEMBER)).version;
    expect(await at()).toEqual({ user: skipped, likes: skipped });
    expect(await nodes[0].versions.position(MEMBER)).toMatchObject({ version: { n: skipped } });
  });

  it('treat a counter without such numbers as a change of every resource', async () => {
    const known = await nodes[0].versions.current(MEMBER);
    await nodes[0].commands.hDel(`${prefix}:version:{${MEMBER}}`, ['user', 'likes']);
    await credits(nodes[0], 1);
    const { n } = await nodes[0].versions.current(MEMBER);
    expect(n).toBe(known.n + 1);
    expect((await nodes[0].versions.position(MEMBER)).changed).toEqual({ user: n, likes: n });
  });

  it('report a gap once Redis accepts them again, without a lost connection', async () => {
    const received = [await nodes[0].device(), await nodes[1].device()];
    const before = await nodes[0].versions.current(MEMBER);
    await nodes[0].commands.configSet('maxmemory', '1');
    try {
      expect(await credits(nodes[0], 8)).toBeUndefined();
      expect(await credits(nodes[0], 9)).toBeUndefined();
      await expect(nodes[0].publisher.announceMissed()).rejects.toThrow(/OOM/);
    } finally {
      await nodes[0].commands.configSet('maxmemory', '0');
    }
    for (const device of received) await receivedAll(device, 1);
    const n = before.n + 1;
    const notified = { version: { ...before, n }, changed: { user: n, likes: n }, stale: false };
    for (const [{ n, epoch, payload } = {}] of received)
      expect({ version: { epoch, n }, ...payload }).toMatchObject(notified);
    expect(await credits(nodes[1], 10)).toEqual({ ...before, n: n + 1 });
    // Clients that got the gap are not notified again.
    await nodes[0].publisher.announceMissed();
    expect(await nodes[0].versions.current(MEMBER)).toEqual({ ...before, n: n + 1 });
  });

  it('reach other processes, and not twice the one that published', async () => {
    const notified: unknown[][] = [[], []];
    nodes.forEach((node, at) =>
      node.io
        .of('/')
        .adapter.on(receivedEvent(creditsChanged.name), (payload: unknown) => notified[at]?.push(payload)),
    );
    const version = await credits(nodes[0], 7);
    await expect
      .poll(() => notified[1])
      .toEqual([{ version, credits: 7, debt: 0, premium: false, ledgerSeq: 7 }]);
    expect(notified[0]).toEqual([]);
  });
});

describe('optimistic delivery of events', () => {
  const said = { ...creditsChanged, name: 'test:said', early: true } as OutboundContract & {
    durable: true;
  };
  const say = (node: Node, text: string) => node.publisher.durable(MEMBER, said, { text });
  const texts = (received: { payload: Record<string, unknown> }[]) =>
    received.flatMap(({ payload }) => payload['text'] ?? []);
  /** Numbers sent with events, and numbers sent afterwards with the count of their events. */
  const numbers = (received: { n?: number; payload: Record<string, unknown> }[]) =>
    received.flatMap(({ n, payload }) => (n === undefined ? [] : [[n, payload['count'] ?? 'own']]));

  /** Two nodes without devices of earlier tests. Only the first has a device of the member. */
  async function openAlone() {
    const [here, there] = [await startNode(), await startNode()];
    onTestFinished(async () => void (await Promise.all([here.stop(), there.stop()])));
    const device = await here.device();
    const { version } = await here.publisher.positionOf(MEMBER);
    return { here, there, device, n: version.n };
  }

  beforeAll(async () => {
    for (const node of nodes) await node.stop();
    nodes = [await startNode(), await startNode()];
  });

  it('reaches local devices without Redis, and sends their numbers within a second', async () => {
    const { here, there, device, n } = await openAlone();
    const hgets = async () => Number(await here.commands.hGet(`${prefix}:version:{${MEMBER}}`, 'n'));
    const counted = [say(here, 'one'), say(here, 'two'), say(here, 'three')];
    await receivedAll(device, 3);
    expect(texts(device)).toEqual(['one', 'two', 'three']);
    expect(numbers(device)).toEqual([]);
    expect(await hgets()).toBe(n);
    expect(await Promise.all(counted)).toMatchObject([{ n: n + 3 }, { n: n + 3 }, { n: n + 3 }]);
    expect(await hgets()).toBe(n + 3);
    await receivedAll(device, 4);
    expect(numbers(device)).toEqual([[n + 3, 3]]);
    expect(await there.versions.current(MEMBER)).toMatchObject({ n: n + 3 });
  });

  it('reaches remote devices at once, with a number, once the process knows them', async () => {
    const { here, there, device, n } = await openAlone();
    const other = await there.device();
    await there.publisher.positionOf(MEMBER);
    // The subscription is known here before the answer to a later request.
    await here.versions.current(MEMBER);
    await say(here, 'one');
    await receivedAll(other, 1);
    expect([texts(other), numbers(other)]).toEqual([['one'], [[n + 1, 'own']]]);
    await say(there, 'two');
    await receivedAll(device, 3);
    // The number of the first event is sent before the second event, which carries its own.
    expect([texts(device), numbers(device)]).toEqual([
      ['one', 'two'],
      [
        [n + 1, 1],
        [n + 2, 'own'],
      ],
    ]);
  });

  it('appears as a gap to a remote device that this process did not know', async () => {
    const { here, there, n } = await openAlone();
    const other = await there.device();
    const counted = [say(here, 'one'), say(here, 'two')];
    await Promise.all(counted);
    await receivedAll(other, 1);
    expect(numbers(other)).toEqual([[n + 2, 2]]);
    // Known from then on.
    await say(here, 'three');
    await receivedAll(other, 2);
    expect([texts(other), numbers(other).at(-1)]).toEqual([['three'], [n + 3, 'own']]);
  });

  it('counts events before a version is reported and when the last device leaves', async () => {
    const { here, device, n } = await openAlone();
    void say(here, 'one');
    expect(await here.publisher.versionOf(MEMBER)).toMatchObject({ n: n + 1 });
    await receivedAll(device, 2);
    void say(here, 'two');
    const { version } = await here.publisher.positionOf(MEMBER);
    expect(version.n).toBe(n + 2);
    await receivedAll(device, 4);
    expect(numbers(device)).toEqual([
      [n + 1, 1],
      [n + 2, 1],
    ]);
    const last = say(here, 'three');
    here.io.disconnectSockets(true);
    expect(await last).toMatchObject({ n: n + 3 });
    expect(await say(here, 'four')).toMatchObject({ n: n + 4 });
    const late = say(here, 'five');
    await here.publisher.close();
    expect(await late).toMatchObject({ n: n + 5 });
  });

  it('reaches local devices while Redis refuses writes, and counts as a gap', async () => {
    const { here, device, n } = await openAlone();
    await here.commands.configSet('maxmemory', '1');
    try {
      expect(await say(here, 'one')).toBeUndefined();
      expect(texts(device)).toEqual(['one']);
    } finally {
      await here.commands.configSet('maxmemory', '0');
    }
    await receivedAll(device, 2);
    expect(numbers(device)).toEqual([[n + 1, 'own']]);
  });

  it('publishes remotely too once the last local device has left', async () => {
    const { here, there, n } = await openAlone();
    const counted = say(here, 'one');
    here.io.disconnectSockets(true);
    await expect.poll(() => here.io.of('/').adapter.rooms.has(rooms.user(MEMBER))).toBe(false);
    await here.versions.current(MEMBER);
    const second = await there.device();
    // Its hello shows no gap yet.
    expect((await there.publisher.positionOf(MEMBER)).version.n).toBe(n);
    expect(await counted).toMatchObject({ n: n + 1 });
    await receivedAll(second, 1);
    expect(numbers(second)).toEqual([[n + 1, 1]]);
  });

  it('publishes remotely when the last local device leaves while events are counted', async () => {
    const { here, there, n } = await openAlone();
    const counted = say(here, 'one');
    const second = await there.device();
    await there.versions.current(MEMBER);
    void here.publisher.versionOf(MEMBER);
    // Only local sockets: the other way reaches every process.
    here.io.local.disconnectSockets(true);
    expect(await counted).toMatchObject({ n: n + 1 });
    await receivedAll(second, 1);
    expect(numbers(second)).toEqual([[n + 1, 1]]);
  });

  it('sends the number before later events, also with several pending', async () => {
    const { here, there, device } = await openAlone();
    await there.device();
    await there.publisher.positionOf(MEMBER);
    const like = { ...creditsChanged, name: 'test:plain' } as OutboundContract & { durable: true };
    const mark = { ...creditsChanged, name: 'test:mark', durable: false } as OutboundContract & {
      durable: false;
    };
    for (let round = 0; round < 30; round += 1) {
      const from = device.length;
      const first = say(here, 'one');
      await new Promise(setImmediate);
      void there.publisher.durable(MEMBER, like, {});
      const second = say(here, 'two');
      const last = await there.publisher.durable(MEMBER, like, {});
      const own = [await first, await second].flatMap((version) => version?.n ?? []);
      const waited = own.filter((own) => own < (last?.n ?? 0));
      // The last write is received last.
      await here.versions.current(MEMBER);
      here.publisher.passing(MEMBER, mark, { round });
      await expect.poll(() => device.at(-1)?.payload).toEqual({ round });
      const said = numbers(device.slice(from)).flatMap(([to, count]) =>
        typeof count === 'number' ? Array.from({ length: count }, (_, at) => Number(to) - at) : [],
      );
      expect(said).toEqual(expect.arrayContaining(waited));
      await here.publisher.versionOf(MEMBER);
    }
  });

  it('counts all pending events when a caller waits for it, also unanswered ones', async () => {
    const { here } = await openAlone();
    await here.commands.sendCommand(['CLIENT', 'PAUSE', '1500', 'ALL']);
    let isCounted = false;
    const counted = say(here, 'one').then(() => {
      isCounted = true;
    });
    await fixedWait(400, 'no event says that the request was sent, since Redis answers none');
    await here.publisher.flush();
    await new Promise(setImmediate);
    expect(isCounted).toBe(true);
    await counted;
  });
});
