import type { StreamPosition, Version } from '@heartline/contracts';
import { notifyManager, type QueryKey } from '@tanstack/react-query';
import { chatsQuery } from '../client/chats-query.ts';
import { likesQuery } from '../client/likes-query.ts';
import { firstVersion, keys, queryClient, userQuery } from '../client/query.ts';
import { askWhoThisIs } from '../client/session.ts';
import { checkSession } from '../client/sign-out.ts';
import { isDurable, type LiveEvent } from './apply/stale.ts';
import { followAttention } from './attention.ts';
import { emitLive } from './bus.ts';
import { setClient, setConnected } from './connection.ts';
import { createEventThrottle } from './event-throttle.ts';
import { connectLive } from './live-client.ts';
import {
  askAgain,
  fetchAnew,
  followAnswers,
  putAside,
  unchangedSlices,
  writeCount,
  writeEvent,
} from './slices.ts';
import { setStream } from './stream.ts';
import { createSync, type Sync } from './sync.ts';

/**
 * Connects the signed-in member's page to the live stream. Every event is written into the query cache once and in
 * order, then passed to the listeners. Returns the function that stops it.
 */
export function startLive(member: string): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  signal.addEventListener('abort', followAttention());
  void run(member, signal);
  return () => ending.abort();
}

/** Waits for the first answers, which give the stream its start version, then connects. */
async function run(member: string, signal: AbortSignal): Promise<void> {
  const read = await untilDone(() => readSnapshot(EVERY_SLICE), signal);
  if (!read) return;
  // All three may be newer than data without a version, so the stream starts at the lowest version.
  const start = lowestOf([read, firstVersion() ?? read]);
  const { refetch, renew } = createRefetch();
  const sync = createSync({
    start,
    apply: publish,
    noteCount: (counted) => writeCount(queryClient, counted),
    fetchSnapshot: refetch,
  });
  setStream(sync);
  const stopFollowing = followAnswers(queryClient, sync);
  const onTick = () => {
    askAgain(queryClient);
    renew();
  };
  const stream: LiveStream = { sync, isNew: false, onTick };
  // A page shown again after hours refreshes its picture addresses at once.
  document.addEventListener('visibilitychange', renew, { signal });
  const throttle = createEventThrottle<LiveEvent | ConnectionChange>((events) => {
    // Events of one batch change several parts of the cache. The page renders once for all of them.
    notifyManager.batch(() => {
      for (const event of events) {
        if ('isConnected' in event) applyConnectionChange(event, stream);
        else take(event, stream);
      }
    });
  });
  const connecting = untilDone(
    () =>
      connectLive({
        member,
        onAnotherMember: askWhoThisIs,
        onEvent: (name, payload) => throttle.add({ name, payload } as LiveEvent),
        onConnection: (isConnected) => {
          // In order: after the events of the previous connection.
          throttle.add({ isConnected });
          setConnected(isConnected);
        },
      }),
    signal,
  );
  signal.addEventListener('abort', () => {
    stopFollowing();
    setStream(undefined);
    throttle.stop();
    sync.stop();
    setClient(undefined);
    void connecting.then((client) => client?.close());
  });
  const client = await connecting;
  if (client && !signal.aborted) setClient(client);
}

/** The stream over the current connection. */
interface LiveStream {
  sync: Sync;
  /** True until the first tick arrives over it: that tick is its hello. */
  isNew: boolean;
  onTick: () => void;
}

/** The connection opened or closed. */
interface ConnectionChange {
  isConnected: boolean;
}

function applyConnectionChange({ isConnected }: ConnectionChange, stream: LiveStream): void {
  stream.isNew = isConnected;
  stream.sync.cut();
}

/** Takes one event from the wire: durable ones go through the stream, others are published at once. */
function take(event: LiveEvent, stream: LiveStream): void {
  const { sync } = stream;
  if (event.name === 'sync:ticked') {
    const { version, stale } = event.payload;
    if (stream.isNew && !stale) sync.greet(event.payload);
    else sync.noteVersion(version, stale ? 'stale' : undefined);
    stream.isNew = false;
    stream.onTick();
    emitLive(event.name, event.payload);
  } else if (event.name === 'sync:counted') sync.count(event.payload);
  else if (event.name === 'session:ended') void checkSession();
  else if (isDurable(event)) sync.receive(event);
  else publish(event);
}

function publish(event: LiveEvent): void {
  // Events that waited for an earlier one are published when it arrives, by a timer or an answer.
  notifyManager.batch(() => writeEvent(queryClient, event));
  emitLive(event.name, event.payload);
}

/**
 * `refetch` fetches everything that events keep up to date; open conversations fetch their missing rows. Data that a
 * hello reports as unchanged is kept, unless the last full fetch is old: addresses of pictures hold for half an hour.
 * `renew` refetches only queries with such addresses, on a page connected that long.
 */
function createRefetch() {
  let wholeAt = Date.now();
  let renewAfterMs = renewalMs();
  const isOlderThan = (ms: number) => {
    const age = Date.now() - wholeAt;
    return age < 0 || age > ms;
  };
  const begin = (lists: readonly QueryKey[]) => {
    wholeAt = Date.now();
    renewAfterMs = renewalMs();
    // After pending requests, such as the next page of a search.
    for (const queryKey of lists) fetchAnew(queryClient, queryKey, { cancelRefetch: false });
  };
  return {
    async refetch(hello?: StreamPosition): Promise<Version> {
      putAside(queryClient);
      if (!hello || isOlderThan(WHOLE_EVERY_MS)) {
        begin(UNHEARD);
        return readSnapshot(NO_SLICE);
      }
      return readSnapshot(unchangedSlices(queryClient, hello), hello.version);
    },
    renew(): void {
      if (document.visibilityState === 'hidden' || !isOlderThan(renewAfterMs)) return;
      begin(WITH_PICTURES);
    },
  };
}

const WHOLE_EVERY_MS = 20 * 60_000;
/** No event keeps lists of people up to date, and no gap invalidates them. */
const UNHEARD: readonly QueryKey[] = [keys.allMembers];
const WITH_PICTURES = [
  ...UNHEARD,
  keys.chats,
  keys.likes,
  keys.olderLikes,
  keys.allProfiles,
  keys.ownProfile,
];
/** Pages that connected together, as after a restart, must not refetch together. */
const renewalMs = () => WHOLE_EVERY_MS * (1 + 0.4 * Math.random());
const EVERY_SLICE: ReadonlySet<QueryKey> = new Set([keys.user, keys.chats, keys.likes]);
const NO_SLICE: ReadonlySet<QueryKey> = new Set();

/**
 * Reads member, conversations and likes. Those in `held` are taken from the cache if they are there and not older than
 * `upTo`; the others come from the server. Returns the lowest version.
 */
async function readSnapshot(held: ReadonlySet<QueryKey>, upTo?: Version): Promise<Version> {
  const staleTime = (key: QueryKey) => (held.has(key) ? Number.POSITIVE_INFINITY : 0);
  const [user, chats, likes] = await Promise.all([
    queryClient.fetchQuery({ ...userQuery, staleTime: staleTime(keys.user) }),
    queryClient.fetchQuery({ ...chatsQuery, staleTime: staleTime(keys.chats) }),
    queryClient.fetchQuery({ ...likesQuery, staleTime: staleTime(keys.likes) }),
  ]);
  if (!user) throw new Error('snapshot failed: no signed-in member');
  const goodFor = (key: QueryKey, { version }: { version: Version }) => (held.has(key) && upTo) || version;
  return lowestOf([goodFor(keys.user, user), goodFor(keys.chats, chats), goodFor(keys.likes, likes)]);
}

const lowestOf = (versions: readonly Version[]) => versions.reduce((low, one) => (one.n < low.n ? one : low));

/** Tries until it succeeds or is aborted, with longer waits each time. */
async function untilDone<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      return await attempt();
    } catch {
      await pause(Math.min(30_000, 1_000 * 2 ** tries) * (0.5 + Math.random()));
    }
  }
  return undefined;
}

/** Waits, but only until the network is back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
  });
}
