import { createCluster } from 'redis';
import type { countEvents } from './count-events.ts';
import { watchConnection } from './watch-connection.ts';

/**
 * A Redis Cluster with the interface of one Redis client: the same commands, events (`ready`, `reconnecting`, `error`,
 * `end`) and `isReady`. The cluster client maps keys to nodes, follows moved keys and channels, and refreshes the
 * topology when a node is lost. This file adds the rest:
 *
 * - `ready` after any node was lost, once every node answers and every channel is subscribed again. Subscribers
 *   then fetch what they missed.
 * - Repeated attempts to subscribe channels at a new node. The client itself tries once.
 * - `ping` that answers after all requested subscriptions, as it does over one connection. It answers while any
 *   node is there, because one lost node must not make every gateway unready.
 * - Detection of a node whose machine vanished silently (`watch-connection.ts`).
 * - A start that begins again after `START_MS`, because a silent node may have been replaced.
 */
export type ClusterClient = ReturnType<typeof createClient>;

/** Client options for one Redis or a cluster. */
export interface RedisSettings {
  disableOfflineQueue: boolean;
  connectTimeout: number;
  scripts: { countEvents: typeof countEvents };
  commandOptions?: { timeout: number };
}

type Listener = (message: Buffer, channel: Buffer) => unknown;
type Listeners = Map<string, { buffers: Set<Listener> }>;

const START_MS = 15_000;
const LOOK_EVERY_MS = 100;
/** A node that is away for longer may have been replaced. */
const ASK_ANEW_MS = 300;
const RECONNECT_MS = 500;
const SUBSCRIBE_AGAIN_MS = 500;
/** Longest wait for the channels of a lost node. */
const SETTLED_WITHIN_MS = 2_000;

/** A cluster that is not connected yet. `nodes`: addresses of some of its nodes, all with the same login. */
export function openCluster(nodes: readonly string[], settings: RedisSettings): ClusterClient {
  return asOneClient(createClient(nodes, settings));
}

function createClient(
  nodes: readonly string[],
  { disableOfflineQueue, connectTimeout, ...settings }: RedisSettings,
) {
  const { username, password, protocol } = new URL(nodes[0] ?? '');
  return createCluster({
    ...settings,
    rootNodes: nodes.map((url) => ({ url })),
    defaults: {
      disableOfflineQueue,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      socket: {
        connectTimeout,
        reconnectStrategy: RECONNECT_MS,
        ...(protocol === 'rediss:' && { tls: true as const }),
      },
    },
    topologyRefreshOnReconnectionAttemptStrategy: ASK_ANEW_MS,
  });
}

function asOneClient(cluster: ClusterClient): ClusterClient {
  const { isWanted, connect, close, destroy } = lastingStart(cluster);
  const { subscribe, unsubscribe, settled } = lastingChannels(cluster);
  // Typed as unknown: comparing the thousand commands of the real type adds ten seconds to each type check of this
  // file.
  const duplicate: () => unknown = cluster.duplicate.bind(cluster);
  const anyNode = <T>(ask: (node: NodeClient) => Promise<T>) =>
    Promise.any(cluster.masters.map(async (node) => ask(await cluster.nodeClient(node)))).catch(
      (error: AggregateError) => Promise.reject(error.errors[0]),
    );
  const whenSettled = () => (isWhole(cluster) ? within(settled(), SETTLED_WITHIN_MS) : Promise.resolve());
  notifyOnChange(cluster, settled, isWanted);
  watchNodes(cluster);
  return Object.defineProperties(cluster, {
    isReady: { get: () => isWhole(cluster) },
    connect: { value: connect },
    close: { value: close },
    quit: { value: close },
    destroy: { value: destroy },
    duplicate: { value: () => asOneClient(duplicate() as ClusterClient) },
    ping: { value: () => whenSettled().then(() => anyNode((node) => node.ping())) },
    info: { value: (section?: string) => anyNode((node) => node.info(section)) },
    sSubscribe: { value: subscribe },
    sUnsubscribe: { value: unsubscribe },
  });
}

type NodeClient = Awaited<ReturnType<ClusterClient['nodeClient']>>;

interface Connection {
  client?: { isReady: boolean } | undefined;
  connectPromise?: unknown;
}

/** Clusters whose topology is known. */
const started = new WeakSet<ClusterClient>();

/** True if all nodes with keys are connected, for commands and for channels. */
function isWhole(cluster: ClusterClient): boolean {
  const isThere = (at?: Connection) => !at || at.connectPromise !== undefined || at.client?.isReady !== false;
  return started.has(cluster) && cluster.masters.every((node) => isThere(node) && isThere(node.pubSub));
}

/** Emits the events of many nodes as those of one client. */
function notifyOnChange(
  cluster: ClusterClient,
  settled: () => Promise<unknown>,
  isWanted: () => boolean,
): void {
  let looking: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(looking);
    looking = undefined;
  };
  const look = async () => {
    if (!isWhole(cluster)) return;
    await settled();
    if (!isWhole(cluster) || !looking) return;
    stop();
    cluster.emit('ready');
  };
  cluster.on('node-error', (error) => cluster.emit('error', error));
  cluster.on('node-reconnecting', () => {
    if (looking) return;
    looking = setInterval(() => void look(), LOOK_EVERY_MS);
    cluster.emit('reconnecting');
  });
  cluster.on('connect', () => {
    started.add(cluster);
    cluster.emit('ready');
  });
  cluster.on('disconnect', () => {
    stop();
    started.delete(cluster);
    if (!isWanted()) cluster.emit('end');
  });
}

/** Watches both connections of each node, from their first `ready` on. */
function watchNodes(cluster: ClusterClient): void {
  const watched = new WeakSet<object>();
  cluster.on('node-ready', () => {
    for (const { client, pubSub } of cluster.masters) {
      for (const connection of [client, pubSub?.client]) {
        if (!connection || watched.has(connection)) continue;
        watched.add(connection);
        watchConnection(connection);
      }
    }
  });
}

/** Subscriptions that move to a channel's new node, with retries until it succeeds. */
function lastingChannels(cluster: ClusterClient) {
  const ask = cluster.sSubscribe.bind(cluster);
  const leave = cluster.sUnsubscribe.bind(cluster);
  let last: Promise<unknown> = Promise.resolve();

  function subscribe(channel: string, listener: Listener): Promise<void> {
    const asked = ask(channel, listener, true);
    // Drops the result. Otherwise each promise would hold its predecessor for the life of the process.
    last = Promise.allSettled([last, asked]).then(() => undefined);
    return asked;
  }

  async function again(channel: string, listener: Listener): Promise<void> {
    while (cluster.isOpen) {
      try {
        return await subscribe(channel, listener);
      } catch (error) {
        cluster.emit('error', error);
        await new Promise((resolve) => setTimeout(resolve, SUBSCRIBE_AGAIN_MS).unref());
      }
    }
  }

  const allAgain = (channels: Listeners) => {
    for (const [channel, { buffers }] of channels) for (const one of buffers) void again(channel, one);
  };
  // The client's own handler subscribes once and ignores failures. Its removal is safe while the cluster has other
  // listeners: with the last one, Node.js replaces the list that the client shares with its parts.
  cluster.removeAllListeners(LOST_CHANNELS);
  cluster.on(LOST_CHANNELS, (lost: { SHARDED: Listeners }) => allAgain(lost.SHARDED));
  cluster.on('sharded-channel-moved-error', (_error: Error, channel: string, listeners) =>
    allAgain(new Map([[channel, listeners]])),
  );
  const unsubscribe = (channel: string, listener?: Listener) => leave(channel, listener, true);
  return { subscribe, unsubscribe, settled: () => last };
}

/** Event of the cluster client with the channels of a removed node. */
const LOST_CHANNELS = '__resubscribeListeners';

/** Connects as a single client does: retries until it is closed, and emits an `error` for each failure. */
function lastingStart(cluster: ClusterClient) {
  const connect = cluster.connect.bind(cluster);
  const leave = { close: cluster.close.bind(cluster), destroy: cluster.destroy.bind(cluster) };
  let isWanted = true;
  let isAlone = false;
  cluster.on('error', (error: Error) => {
    isAlone ||= error.message.includes('cluster support disabled');
  });
  const once = async () => {
    const connected = connect();
    connected.catch(() => undefined);
    if (await within(connected, START_MS)) return;
    leave.destroy();
    throw new Error('Redis Cluster node does not answer');
  };
  const end = (how: keyof typeof leave) => () => {
    isWanted = false;
    return leave[how]();
  };
  return {
    isWanted: () => isWanted,
    close: end('close'),
    destroy: end('destroy'),
    async connect(): Promise<ClusterClient> {
      isWanted = true;
      for (;;) {
        try {
          await once();
          return cluster;
        } catch (error) {
          if (isAlone) throw new Error(NO_CLUSTER, { cause: error });
          if (!isWanted) throw error;
          cluster.emit('error', error);
        }
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
      }
    },
  };
}

const NO_CLUSTER =
  'REDIS_URL names a Redis Cluster, and a Redis that is none answers there. Fix: REDIS_URL=redis://host:port.';

/** The result of `wanted`, or `undefined` after `ms`. */
async function within<T>(wanted: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([wanted, late]);
  } finally {
    clearTimeout(timer);
  }
}
