import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import type { Engine } from './engine.ts';
import { startRedis } from './redis.ts';

/** A Redis Cluster on this machine: nodes that share the keys, and one spare that follows the first of them. */
export interface RedisCluster extends Engine {
  /** Those that had keys at the start, in the order of their slots. */
  masters: readonly Engine[];
  /** Follows the first of `masters`, and takes its place when it is gone for a second. */
  replica: Engine;
}

const MASTERS = 3;
const SLOTS = 16_384;
const TIMEOUT_MS = 30_000;

/** A node that does not answer for this long counts as lost. */
const NODE_TIMEOUT_MS = 1_000;

/** Starts three nodes and a spare, each a process with temporary data of its own, and waits until they are one. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const ports = await differentPorts((MASTERS + 1) * 2);
  const nodes = await Promise.all(
    Array.from({ length: MASTERS + 1 }, (_, index) => {
      const [port = 0, busPort = 0] = ports.slice(index * 2);
      return startRedis({ port, settings: clusterSettings(busPort) });
    }),
  );
  const masters = nodes.slice(0, MASTERS);
  const replica = nodes[MASTERS] as Engine;
  const all = (act: (node: Engine) => Promise<void>) => Promise.all(nodes.map(act)).then(() => undefined);
  try {
    await join(nodes, ports);
  } catch (error) {
    await all((node) => node.stop());
    throw error;
  }
  return {
    masters,
    replica,
    url: `redis+cluster://${masters.map(({ url }) => new URL(url).host).join(',')}`,
    rung: replica.rung,
    skipped: replica.skipped,
    description: `${replica.description}, ${MASTERS} nodes and a spare`,
    pids: () => nodes.flatMap((node) => node.pids()),
    ended: () => nodes.flatMap((node) => node.ended()),
    crash: () => all((node) => node.crash()),
    restart: () => all((node) => node.restart()),
    pause: () => nodes.forEach((node) => node.pause()),
    resume: () => nodes.forEach((node) => node.resume()),
    stop: () => all((node) => node.stop()),
  };
}

async function differentPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

function clusterSettings(busPort: number) {
  return {
    'cluster-enabled': 'yes',
    'cluster-port': String(busPort),
    'cluster-node-timeout': String(NODE_TIMEOUT_MS),
    // A node of ours that is lost takes nobody else along.
    'cluster-require-full-coverage': 'no',
    // The spare is asked to take over whatever it missed: everything in Redis may be lost.
    'cluster-replica-validity-factor': '0',
    'repl-diskless-sync-delay': '0',
  };
}

/** Makes the nodes known to each other and shares the slots out; the last one follows the first. */
async function join(nodes: readonly Engine[], ports: readonly number[]): Promise<void> {
  const { createClient } = await import('redis');
  const clients = await Promise.all(
    nodes.map(({ url }) =>
      createClient({ url })
        .on('error', () => undefined)
        .connect(),
    ),
  );
  const until = async (what: string, ask: (client: (typeof clients)[number]) => Promise<boolean>) => {
    const deadline = Date.now() + TIMEOUT_MS;
    for (const client of clients) {
      while (!(await ask(client))) {
        if (Date.now() > deadline) throw new Error(`The nodes of the Redis Cluster do not ${what}.`);
        await sleep(25);
      }
    }
  };
  try {
    const [first] = clients as [(typeof clients)[number]];
    for (const [index, client] of clients.entries()) {
      if (index < MASTERS) {
        const [from, to] = [index, index + 1].map((part) => Math.floor((part * SLOTS) / MASTERS));
        await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', String(from), String((to as number) - 1)]);
      }
      // Different from the start, so that no two of them claim the same.
      await client.sendCommand(['CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1)]);
    }
    for (const index of clients.keys()) {
      const [port, busPort] = ports.slice(index * 2).map(String);
      if (index > 0) await first.sendCommand(['CLUSTER', 'MEET', '127.0.0.1', port ?? '', busPort ?? '']);
    }
    await until('know each other', async (client) => {
      const known = await client.sendCommand<string>(['CLUSTER', 'NODES']);
      return (known.match(/ connected/g)?.length ?? 0) === clients.length && !/handshake/.test(known);
    });
    const id = await first.sendCommand<string>(['CLUSTER', 'MYID']);
    const spare = clients.at(-1) as (typeof clients)[number];
    await spare.sendCommand(['CLUSTER', 'REPLICATE', id]);
    await until('agree', async (client) => {
      const state = await client.sendCommand<string>(['CLUSTER', 'INFO']);
      return state.includes('cluster_state:ok') && state.includes(`cluster_slots_ok:${SLOTS}`);
    });
    await until('follow', async () => (await spare.info('replication')).includes('master_link_status:up'));
  } finally {
    for (const client of clients) client.destroy();
  }
}
