import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  getChats,
  getUser,
  LIMITS,
  likeProfile,
  logOut,
  messageCreated,
  messageSend,
  searchMembers,
  sessionEnded,
  syncTicked,
} from '@heartline/contracts';
import { type Engine, type RedisCluster, startRedis } from '@heartline/local/engines';
import {
  checkQueueRedis,
  checkRedis,
  connectRedis,
  createLimits,
  createLogger,
  createPresence,
  createVersions,
} from '@heartline/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, sendBySocket, sendUntilAcked, startWorld, until, type World } from '../src/index.ts';
import { askCluster, askNode, becomes, keysAt, memberAt, roleOf } from './redis-cluster-in-test.ts';

/** The whole stack on a Redis Cluster. */
let world: World;

beforeAll(async () => {
  world = await startWorld({ gateways: 2, workers: 2, redisCluster: true, stubs: true });
});
afterAll(async () => {
  await world?.stop();
});

const logger = createLogger({ level: 'silent', service: 'test' });

describe('a Redis Cluster of three nodes', () => {
  it('serves two gateways and two workers, without commands across nodes', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, { credits: 5 });
    const [left, right] = await Promise.all([mara.device(), jonas.device()]);
    const key = randomUUID();
    await left.send(messageSend, { clientId: key, profile: jonas.id, text: 'Hello', credits: 1 });
    await right.wait(messageCreated, ({ message }) => message.clientId === key);
    await jonas.http.call(likeProfile, { profile: mara.id });
    await until(
      () => left.received.map(({ name }) => name),
      (names) => names.includes('like:received'),
    );
    await until(
      () =>
        world.inside.mongo.connection
          .collection<{ _id: string }>('settlements')
          .countDocuments({ _id: `${mara.id}:${key}` }),
      (debits) => debits === 1,
    );
    await mara.http.call(getChats, {});
    await mara.http.call(searchMembers, {});
    await mara.http.call(getUser, {});
    const presence = createPresence(world.inside.redis, world.names.prefix);
    await until(
      () => presence.online([mara.id, jonas.id]),
      (online) => online.size === 2,
    );
    // Signed out at the other gateway than the one of this device.
    await world.browser(1, mara.session).call(logOut, {});
    await left.wait(sessionEnded);
    right.close();
    await expectNoNews();
    expect(await world.violations()).toEqual([]);
  });

  it('counts limits once over all gateways, on any node', async () => {
    const { redis } = world.inside;
    const gateways = [1, 2].map(() => createLimits({ redis, prefix: 'test', logger }));
    const { points } = LIMITS.export;
    for (const member of Array.from({ length: 12 }, () => randomUUID())) {
      const outcomes = [];
      for (let taken = 0; taken <= points; taken += 1) {
        outcomes.push((await gateways[taken % 2]?.take('export', member))?.outcome);
      }
      expect(outcomes).toEqual([...Array.from({ length: points }, () => 'allowed'), 'limited']);
    }
    const sizes = await Promise.all(clusterOf(world).masters.map(keysAt));
    expect(Math.min(...sizes)).toBeGreaterThan(0);
  });

  it('continues numbers and channels of a slot that moves to another node', async () => {
    const [, from, to] = clusterOf(world).masters as [Engine, Engine, Engine];
    const subscribe = await connectRedis({ url: world.redis.url, logger, name: 'test' });
    const versions = createVersions(world.inside.redis, 'test');
    const { member, slot } = await memberAt(from);
    const channel = `test#/#user:{${member}}#`;
    let last = 0;
    const onFrame = (frame: Buffer) => {
      last = Number(/"n":(\d+)/.exec(String(frame))?.[1]);
    };
    await subscribe.sSubscribe(channel, onFrame, true);
    // A publisher does not receive its own events here, so another process subscribes.
    const publish = async () =>
      (
        await versions.publish(member, {
          channel,
          unlessAlone: () => true,
          before: '',
          after: '',
          changes: [],
        })
      ).version.n;
    expect([await publish(), await publish()]).toEqual([1, 2]);
    const [fromId, toId] = await Promise.all([from, to].map((node) => askCluster(node, 'MYID')));
    await askCluster(to, 'SETSLOT', slot, 'IMPORTING', `${fromId}`);
    await askCluster(from, 'SETSLOT', slot, 'MIGRATING', `${toId}`);
    expect(await publish()).toBe(3);
    const { hostname, port } = new URL(to.url);
    await askNode(from, (node) =>
      node.sendCommand(['MIGRATE', hostname, port, `test:version:{${member}}`, '0', '5000']),
    );
    expect(await publish()).toBe(4);
    for (const node of [to, from]) await askCluster(node, 'SETSLOT', slot, 'NODE', `${toId}`);
    // Events published before the subscription moved leave a gap, which makes a client fetch.
    await until(
      async () => ({ n: await publish(), last }),
      ({ n, last: newest }) => n > 6 && newest >= n - 1,
    );
    subscribe.destroy();
  });

  it.each([
    ['is lost', (node: Engine) => node.crash(), (node: Engine) => node.restart()],
    ['hangs silently', async (node: Engine) => node.pause(), async (node: Engine) => node.resume()],
  ])(
    'a node %s: its spare takes over, and no message is lost or charged twice',
    async (_, lose, bringBack) => {
      const people = await world.people(...Array.from({ length: 12 }, () => ({ credits: 9, premium: true })));
      const devices = await Promise.all(people.map((person) => person.device()));
      const inputTo = (index: number, text: string) => ({
        clientId: randomUUID(),
        profile: (people[index ^ 1] as Person).id,
        text,
        credits: 1,
      });
      const sendAll = (text: string) =>
        Promise.all(
          devices.map(async (device, index) => {
            const input = inputTo(index, text);
            await sendUntilAcked(sendBySocket(device), input, { withinMs: 60_000 });
            return input.clientId;
          }),
        );
      await sendAll('Before');
      // The two nodes have swapped roles after each round.
      const { masters, replica } = clusterOf(world);
      const pair = [masters[0] as Engine, replica] as const;
      const [leader, spare] = (await roleOf(replica)) === 'slave' ? pair : ([pair[1], pair[0]] as const);
      await lose(leader);
      await sendAll('While it is away');
      await becomes(spare, 'master');
      // Each gateway sends its devices to look for gaps, once it has subscribed to every channel again.
      await Promise.all(devices.map((device) => device.wait(syncTicked, ({ stale }) => stale, 60_000)));
      const keys = await sendAll('After');
      await Promise.all(
        devices.map((device, index) =>
          device.wait(messageCreated, ({ message }) => message.clientId === keys[index ^ 1], 30_000),
        ),
      );
      for (const device of devices) device.close();
      await bringBack(leader);
      await becomes(leader, 'slave');
      expect(await world.violations()).toEqual([]);
      const debits = await world.inside.mongo.connection
        .collection('settlements')
        .countDocuments({ _id: { $regex: `^(${people.map(({ id }) => id).join('|')}):` } as never });
      expect(debits).toBe(3 * people.length);
      await expectNoNews();
    },
  );

  it('answers the Kubernetes probes of both kinds of services', async () => {
    for (const { address } of [...world.gateways, ...world.workers]) {
      for (const path of ['/health/live', '/health/ready']) {
        expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
      }
    }
    const figures = await (await fetch(`${world.workers[0]?.address}/metrics`)).text();
    expect(figures).toMatch(/^jobs_waiting\{queue="settle",state="waiting"\} \d/m);
  });

  it('reports a wrong kind of Redis address at the start, with the change to make', async () => {
    const [node] = clusterOf(world).masters.slice(1);
    const alone = await connectRedis({ url: node?.url ?? '', logger, name: 'test' });
    expect(await checkRedis(alone)).toEqual([
      expect.stringContaining('Fix: REDIS_URL=redis+cluster://host:port'),
    ]);
    alone.destroy();
    expect(await checkQueueRedis(world.inside.redis)).toEqual([]);
    const single = await startRedis({});
    await expect(
      connectRedis({ url: single.url.replace('redis:', 'redis+cluster:'), logger, name: 'test' }),
    ).rejects.toThrow('Fix: REDIS_URL=redis://host:port');
    await single.stop();
  });
});

const clusterOf = ({ redis }: World) => redis as RedisCluster;

/** The logs of all services hold no error of a command sent to the wrong node. */
async function expectNoNews(): Promise<void> {
  for (const { logFile } of [...world.gateways, ...world.workers]) {
    expect(await readFile(logFile, 'utf8')).not.toMatch(/CROSSSLOT|keys don't hash|non local key/);
  }
}
