import { createCluster } from 'redis';
import type { countEvents } from './count-events.ts';
import { keepWatch } from './keep-watch.ts';

/**
 * A Redis Cluster as the rest of the house uses a Redis: one client with the same commands and the same news of itself
 * (`ready`, `reconnecting`, `error`, `end`, `isReady`). The client of the cluster knows which node has which key, follows
 * keys and channels that move, and asks anew who is there when a node is lost; what it lacks is done here:
 *
 * - `ready` after any node was lost, once every node answers and every channel is heard again, so that what was missed
 *   meanwhile is fetched then;
 * - channels that cannot be subscribed at a new node yet are tried again, where the client would let it be;
 * - `ping` answers once every subscription asked for so far stands, as it does by itself over one connection, and as
 *   long as any node is there: a lost one must not make every gateway unready;
 * - a node whose machine vanished without a word is taken for lost (`keep-watch.ts`);
 * - a start that takes longer than `START_MS` begins again: a node that does not answer may have been replaced.
 */
export type ClusterClient = ReturnType<typeof createClient>;

/** What our clients have in common, of one Redis or of many. */
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
/** A node that does not come back within this long may have been replaced. */
const ASK_ANEW_MS = 300;
const RECONNECT_MS = 500;
const SUBSCRIBE_AGAIN_MS = 500;
/** Nobody waits longer than this for a channel of a node that was just lost. */
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
  // Nothing is known of what it answers: that has a type of its own, and holding its thousand commands against ours takes
  // every type check with this file in it ten seconds.
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

/** Those that know which node has which key. */
const started = new WeakSet<ClusterClient>();

/** Whether no node with keys was lost, neither its commands nor its channels. */
function isWhole(cluster: ClusterClient): boolean {
  const isThere = (at?: Connection) => !at || at.connectPromise !== undefined || at.client?.isReady !== false;
  return started.has(cluster) && cluster.masters.every((node) => isThere(node) && isThere(node.pubSub));
}

/** The news of many nodes as that of one client. */
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

/** Both connections of each node are watched, from when they first stand. */
function watchNodes(cluster: ClusterClient): void {
  const watched = new WeakSet<object>();
  cluster.on('node-ready', () => {
    for (const { client, pubSub } of cluster.masters) {
      for (const connection of [client, pubSub?.client]) {
        if (!connection || watched.has(connection)) continue;
        watched.add(connection);
        keepWatch(connection);
      }
    }
  });
}

/** Subscriptions that come along to a channel's new node, however long that takes. */
function lastingChannels(cluster: ClusterClient) {
  const ask = cluster.sSubscribe.bind(cluster);
  const leave = cluster.sUnsubscribe.bind(cluster);
  let last: Promise<unknown> = Promise.resolve();

  function subscribe(channel: string, listener: Listener): Promise<void> {
    const asked = ask(channel, listener, true);
    // What came of it is let go, or each would hold the one before it, as long as the process lives.
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
  // The client's own way asks once, and does not look at what came of it. (It is not the last listener, which Node
  // would take away together with the list that the client shares with what it is made of.)
  cluster.removeAllListeners(LOST_CHANNELS);
  cluster.on(LOST_CHANNELS, (lost: { SHARDED: Listeners }) => allAgain(lost.SHARDED));
  cluster.on('sharded-channel-moved-error', (_error: Error, channel: string, listeners) =>
    allAgain(new Map([[channel, listeners]])),
  );
  const unsubscribe = (channel: string, listener?: Listener) => leave(channel, listener, true);
  return { subscribe, unsubscribe, settled: () => last };
}

/** What the client of a cluster emits with the channels of a node that is no longer part of it. */
const LOST_CHANNELS = '__resubscribeListeners';

/** Connects as one Redis does: however long it takes, until it is told to end. Each failure is told as an `error`. */
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
    throw new Error('a node of the Redis Cluster does not answer');
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

/** What `wanted` comes to, or `undefined` after `ms`. */
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
