import {
  type Lasting,
  mayKeep,
  type SendOutput,
  type StreamPosition,
  type Version,
} from '@heartline/contracts';
import type { InvalidateOptions, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { isUnanswered } from '../client/api.ts';
import { keys } from '../client/query.ts';
import type { UserState } from '../client/user-state.ts';
import { applyToChats, type Chats } from './apply/chats.ts';
import { applyToLikes, type Likes } from './apply/likes.ts';
import { applyToMessages, type Messages } from './apply/messages.ts';
import { type Applied, type DurableEvent, isAfter, isDurable, type LiveEvent, STALE } from './apply/stale.ts';
import { afterBalance, applyToUser } from './apply/user.ts';
import type { LiveEvents } from './bus.ts';
import { noteAhead } from './sent-ahead.ts';

/**
 * The parts of the cache that live events keep up to date. Each of the first three carries the version it holds for,
 * so an event that is already in it is stepped over, and one that was missed shows.
 */
type Versioned = Chats | Likes | UserState;

const VERSIONED = new Map<string, (data: never, event: LiveEvent) => Applied<Versioned>>([
  [keys.chats[0], (data: Chats, event) => applyToChats(data, event)],
  [keys.likes[0], (data: Likes, event) => applyToLikes(data, event)],
  [keys.user[0], (data: UserState, event) => applyToUser(data, event)],
]);

/** What is shown by whether the member is premium: limits, invisible mode, prices, photos of others. */
const BY_PREMIUM: readonly QueryKey[] = [keys.packages, keys.invisible, keys.ownProfile, keys.allProfiles];

/** What is fetched again after an event rather than changed by it. */
const REFETCHED_AFTER: Partial<Record<LiveEvent['name'], readonly QueryKey[]>> = {
  'credits:changed': [keys.statement, keys.spending, keys.refund, keys.allPrices],
  // Purchases and refunds begin and end Premium.
  'refund:changed': [...BY_PREMIUM, keys.refund, keys.statement],
  'payment:changed': [...BY_PREMIUM, keys.statement, keys.payments],
  'photos:changed': [keys.chatPhotos],
  'message:created': [keys.statement, keys.spending, keys.refund, keys.allPrices],
  'case:changed': [keys.cases],
  'own:changed': [
    ...BY_PREMIUM,
    keys.notifications,
    keys.openers,
    keys.partnerOffers,
    keys.spending,
    keys.statement,
    keys.allPrices,
  ],
  'profile:hidden': [keys.blocked, keys.olderLikes],
  'profile:shown': [keys.blocked, keys.olderLikes],
  'conversation:muted': [keys.olderChats],
  'bonus:ended': [keys.packages, keys.discountCode],
};

/** All that events keep up to date and that carries no version. */
const UNVERSIONED: ReadonlySet<QueryKey> = new Set([
  keys.allMessages,
  ...Object.values(REFETCHED_AFTER).flat(),
]);

/** What events keep up to date, with a version or without. */
const FOLLOWED: ReadonlySet<unknown> = new Set([...VERSIONED.keys(), ...[...UNVERSIONED].map(([of]) => of)]);

/**
 * Asks again for what events keep up to date, is on a screen, and was asked for in vain while the server was away: no event
 * and no gap would.
 */
export function askAgain(client: QueryClient): void {
  const inVain = ({ queryKey, state }: Query) =>
    FOLLOWED.has(queryKey[0]) && state.fetchStatus === 'idle' && isUnanswered(state.error);
  void client.refetchQueries({ type: 'active', predicate: inVain });
}

/** Puts aside what carries no version, since events were missed: what is on a screen is fetched at once. */
export function putAside(client: QueryClient): void {
  for (const queryKey of UNVERSIONED) fetchAnew(client, queryKey);
}

/**
 * Puts answers aside and fetches those on a screen again. One that is awaited for the first time is not asked for twice at
 * once; it may have been made before what happened, and is put aside when it comes.
 */
export function fetchAnew(client: QueryClient, queryKey: QueryKey, options?: InvalidateOptions): void {
  const awaited = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .map((query) => ({ query, answer: query.promise }));
  void client.invalidateQueries({ queryKey }, options);
  for (const { query, answer } of awaited) {
    if (query.promise !== answer || late.has(query)) continue;
    late.add(query);
    const putAside = () => {
      late.delete(query);
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    answer?.then(putAside, () => late.delete(query));
  }
}

/** Those whose answer is put aside when it comes. */
const late = new WeakSet<Query>();

/** The lasting answers, where they stand in the cache. */
const LASTING: Record<Lasting, QueryKey> = { user: keys.user, likes: keys.likes };

/**
 * The lasting answers that nothing missed has changed, as a hello says: they hold for its version as they are. Those that
 * were put aside do not.
 */
export function unchangedSlices(client: QueryClient, hello: StreamPosition): ReadonlySet<QueryKey> {
  const names = Object.keys(LASTING) as Lasting[];
  const holds = names.filter((name) => {
    const state = client.getQueryState<Versioned | null>(LASTING[name]);
    return mayKeep(name, state?.isInvalidated ? undefined : state?.data?.version, hello);
  });
  return new Set(holds.map((name) => LASTING[name]));
}

/** Writes one event into the cache: the slices with a version, the open conversations, and what is fetched again. */
export function writeEvent(client: QueryClient, event: LiveEvent): void {
  for (const slice of VERSIONED.keys()) writeSlice(client, slice, event);
  for (const [key, held] of client.getQueriesData<Messages>({ queryKey: keys.allMessages })) {
    if (!held) continue;
    settle(client, key, held, applyToMessages(held, String(key[1]), event));
  }
  if (event.name === 'message:created') {
    const { message, profile } = event.payload;
    client.setQueryData(keys.lastPushed, { message, profile });
  }
  if (event.name === 'conversation:removed') {
    client.removeQueries({ queryKey: keys.messages(event.payload.conversation) });
  }
  if (event.name === 'profile:hidden' || event.name === 'profile:shown') {
    // What is open of this person is asked for again, and answered as it is now.
    void client.resetQueries({ queryKey: keys.profile(event.payload.profile) });
    fetchAnew(client, keys.allMembers);
    // What the two wrote is refused from now on, or answered again.
    fetchAnew(client, keys.allMessages);
  }
  for (const queryKey of refetchedAfter(event)) fetchAnew(client, queryKey);
}

/** What others write costs the member nothing, and only that they wrote first changes what is known before writing. */
function refetchedAfter(event: LiveEvent): readonly QueryKey[] {
  if (event.name === 'like:changed') return olderLikesAfter(event.payload);
  const { message, profile } = event.name === 'message:created' ? event.payload : {};
  const isTheirs = message !== undefined && message.sender === profile;
  return isTheirs && message.seq > 1 ? [] : (REFETCHED_AFTER[event.name] ?? []);
}

/** Likes received that are over, or were looked at. Of likes given and matches `likes` itself says which stand. */
function olderLikesAfter({ profile, received, isNew }: LiveEvents['like:changed']): readonly QueryKey[] {
  const parts = [profile, !received && 'received', !isNew && 'new'];
  return parts.filter((part) => part !== false).map((part) => [...keys.olderLikes, part]);
}

/** Writes a message the server answered with, and its balance, before their event comes, which then finds them there. */
export function writeSent(client: QueryClient, { message, balance }: SendOutput, profile: string): void {
  const own = client.getQueryData<UserState | null>(keys.user);
  if (own) settle(client, keys.user, own, afterBalance(own, balance));
  const event = { name: 'message:created', payload: { message, profile } } as LiveEvent;
  const chats = client.getQueryData<Chats>(keys.chats);
  if (chats) settle(client, keys.chats, chats, applyToChats(chats, event));
  const key = keys.messages(message.conversation);
  const messages = client.getQueryData<Messages>(key);
  if (messages) settle(client, key, messages, applyToMessages(messages, message.conversation, event));
  if ((client.getQueryData<Messages>(key)?.lastSeq ?? 0) < message.seq) noteAhead(message);
}

/**
 * Events that were written before they were counted are, up to `version`, `count` of them: what holds all before them
 * holds these too.
 */
export function writeCount(client: QueryClient, { version, count }: LiveEvents['sync:counted']): void {
  for (const slice of VERSIONED.keys()) {
    const held = client.getQueryData<Versioned>([slice]);
    if (!held || !isAfter(version, held.version)) continue;
    if (held.version.n >= version.n - count) settle(client, [slice], held, { ...held, version });
  }
}

function writeSlice(client: QueryClient, slice: string, event: LiveEvent): void {
  const held = client.getQueryData<Versioned>([slice]);
  if (held) settle(client, [slice], held, applyVersioned(slice, held, event));
}

function applyVersioned(slice: string, held: Versioned, event: LiveEvent): Applied<Versioned> {
  const reduce = VERSIONED.get(slice) as (data: Versioned, event: LiveEvent) => Applied<Versioned>;
  const version = isDurable(event) ? event.payload.version : null;
  // What is not counted yet may be in what is held already: such events change nothing the second time.
  if (!version) return reduce(held, event);
  if (!isAfter(version, held.version)) return held;
  const next = reduce(held, event);
  return next === STALE ? STALE : { ...next, version };
}

/**
 * A question under way goes on: while events come faster than answers, none would be answered otherwise. What was put
 * aside stays so until there is an answer, whatever is written meanwhile.
 */
function settle<T>(client: QueryClient, queryKey: QueryKey, held: T, next: Applied<T>): void {
  if (next === STALE) void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  else if (next !== held) {
    const isAside = client.getQueryState(queryKey)?.isInvalidated;
    client.setQueryData(queryKey, next, { updatedAt: Date.now() });
    if (isAside) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}

/** What {@link followAnswers} needs of the stream. */
interface Stream {
  noteVersion(version: Version): void;
  moment(): number;
  eventsAfter(version: Version, asked: number): readonly DurableEvent[] | undefined;
}

/**
 * Watches the answers that land in the cache. One that was made before events we already applied gets them again, or
 * is fetched once more when they are no longer held; one that is ahead of us shows a gap. Returns how to stop.
 */
export function followAnswers(client: QueryClient, stream: Stream): () => void {
  /** When each was asked for last. */
  const asked = new WeakMap<Query, number>();
  return client.getQueryCache().subscribe(({ type, query, ...rest }) => {
    const action =
      type === 'updated' ? (rest as { action: { type: string; manual?: boolean } }).action : undefined;
    const [slice] = query.queryKey;
    if (!action || typeof slice !== 'string' || !VERSIONED.has(slice)) return;
    if (action.type === 'fetch') asked.set(query, stream.moment());
    if (action.type !== 'success' || action.manual) return;
    const answer = query.state.data as Versioned | null;
    if (!answer) return;
    const missed = stream.eventsAfter(answer.version, asked.get(query) ?? 0);
    stream.noteVersion(answer.version);
    writeMissed(client, slice, missed);
  });
}

/** Events that an answer was made before; undefined: they are held no more, and it is fetched again. */
function writeMissed(client: QueryClient, slice: string, missed: readonly DurableEvent[] | undefined): void {
  if (!missed) void client.invalidateQueries({ queryKey: [slice] });
  for (const event of missed ?? []) writeSlice(client, slice, event);
}
