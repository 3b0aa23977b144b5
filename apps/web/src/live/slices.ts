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
 * The slices of the cache that live events keep up to date. Each of the first three carries its version: an event
 * already in it is skipped, and a missed one shows as a gap.
 */
type Versioned = Chats | Likes | UserState;

const VERSIONED = new Map<string, (data: never, event: LiveEvent) => Applied<Versioned>>([
  [keys.chats[0], (data: Chats, event) => applyToChats(data, event)],
  [keys.likes[0], (data: Likes, event) => applyToLikes(data, event)],
  [keys.user[0], (data: UserState, event) => applyToUser(data, event)],
]);

/** Data that depends on Premium: limits, invisible mode, prices, photos of others. */
const BY_PREMIUM: readonly QueryKey[] = [keys.packages, keys.invisible, keys.ownProfile, keys.allProfiles];

/** Queries that are refetched after an event rather than changed by it. */
const REFETCHED_AFTER: Partial<Record<LiveEvent['name'], readonly QueryKey[]>> = {
  'credits:changed': [keys.statement, keys.spending, keys.refund, keys.allPrices],
  // Purchases and refunds start and end Premium.
  'refund:changed': [...BY_PREMIUM, keys.refund, keys.statement],
  'dispute:changed': [...BY_PREMIUM, keys.refund, keys.statement, keys.payments, keys.directDebit],
  'payment:changed': [...BY_PREMIUM, keys.statement, keys.payments, keys.discountCode, keys.directDebit],
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
  'bonus:ended': [keys.packages, keys.timeBonus, keys.discountCode, keys.welcomeDiscountCode],
};

/** Everything that events keep up to date and that carries no version. */
const UNVERSIONED: ReadonlySet<QueryKey> = new Set([
  keys.allMessages,
  ...Object.values(REFETCHED_AFTER).flat(),
]);

/** Everything that events keep up to date, with a version or without. */
const FOLLOWED: ReadonlySet<unknown> = new Set([...VERSIONED.keys(), ...[...UNVERSIONED].map(([of]) => of)]);

/**
 * Refetches failed queries that events keep up to date and that are on screen. They failed while the server was away;
 * no event or gap would refetch them.
 */
export function askAgain(client: QueryClient): void {
  const inVain = ({ queryKey, state }: Query) =>
    FOLLOWED.has(queryKey[0]) && state.fetchStatus === 'idle' && isUnanswered(state.error);
  void client.refetchQueries({ type: 'active', predicate: inVain });
}

/** Invalidates what carries no version, because events were missed. Queries on screen refetch at once. */
export function putAside(client: QueryClient): void {
  for (const queryKey of UNVERSIONED) fetchAnew(client, queryKey);
}

/**
 * Invalidates queries and refetches those on screen. A pending first answer is not requested twice: it may predate the
 * event, so it is invalidated when it arrives.
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

/** Queries to invalidate when their answer arrives. */
const late = new WeakSet<Query>();

/** The query keys of the lasting answers. */
const LASTING: Record<Lasting, QueryKey> = { user: keys.user, likes: keys.likes };

/**
 * The lasting answers that no missed event has changed, as the hello reports: they hold for its version. Invalidated
 * ones are left out.
 */
export function unchangedSlices(client: QueryClient, hello: StreamPosition): ReadonlySet<QueryKey> {
  const names = Object.keys(LASTING) as Lasting[];
  const holds = names.filter((name) => {
    const state = client.getQueryState<Versioned | null>(LASTING[name]);
    return mayKeep(name, state?.isInvalidated ? undefined : state?.data?.version, hello);
  });
  return new Set(holds.map((name) => LASTING[name]));
}

/** Writes one event into the cache: versioned slices, open conversations, and queries to refetch. */
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
    // The open profile of this member is refetched, and answered in its new state.
    void client.resetQueries({ queryKey: keys.profile(event.payload.profile) });
    fetchAnew(client, keys.allMembers);
    // Their messages are refused from now on, or answered again.
    fetchAnew(client, keys.allMessages);
  }
  for (const queryKey of refetchedAfter(event)) fetchAnew(client, queryKey);
}

/** Messages of others cost the member nothing. Only the first message of another changes the price of an answer. */
function refetchedAfter(event: LiveEvent): readonly QueryKey[] {
  if (event.name === 'like:changed') return olderLikesAfter(event.payload);
  const { message, profile } = event.name === 'message:created' ? event.payload : {};
  const isTheirs = message !== undefined && message.sender === profile;
  return isTheirs && message.seq > 1 ? [] : (REFETCHED_AFTER[event.name] ?? []);
}

/** Received likes that are over, or were viewed. Given likes and matches follow from `likes` itself. */
function olderLikesAfter({ profile, received, isNew }: LiveEvents['like:changed']): readonly QueryKey[] {
  const parts = [profile, !received && 'received', !isNew && 'new'];
  return parts.filter((part) => part !== false).map((part) => [...keys.olderLikes, part]);
}

/** Writes a sent message and the balance of its answer before their event arrives. The event then finds them there. */
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
 * `count` events that were written uncounted now have numbers, up to `version`. A slice that holds all events before
 * them holds these too.
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
  // The held data may include an uncounted event already. Such events change nothing when applied twice.
  if (!version) return reduce(held, event);
  if (!isAfter(version, held.version)) return held;
  const next = reduce(held, event);
  return next === STALE ? STALE : { ...next, version };
}

/**
 * Does not cancel a running query: while events are faster than answers, none would ever finish. An invalidated query
 * stays so until its answer, whatever is written meanwhile.
 */
function settle<T>(client: QueryClient, queryKey: QueryKey, held: T, next: Applied<T>): void {
  if (next === STALE) void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  else if (next !== held) {
    const isAside = client.getQueryState(queryKey)?.isInvalidated;
    client.setQueryData(queryKey, next, { updatedAt: Date.now() });
    if (isAside) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}

/** The part of the stream that {@link followAnswers} needs. */
interface Stream {
  noteVersion(version: Version): void;
  moment(): number;
  eventsAfter(version: Version, asked: number): readonly DurableEvent[] | undefined;
}

/**
 * Watches answers that arrive in the cache; returns the function that stops it. An answer older than applied events
 * gets them again, or is refetched when they are no longer held. An answer newer than the stream reveals a gap.
 */
export function followAnswers(client: QueryClient, stream: Stream): () => void {
  /** The moment of each query's last request. */
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

/** Writes the events the answer lacks. Undefined means that they are no longer held: the query is refetched. */
function writeMissed(client: QueryClient, slice: string, missed: readonly DurableEvent[] | undefined): void {
  if (!missed) void client.invalidateQueries({ queryKey: [slice] });
  for (const event of missed ?? []) writeSlice(client, slice, event);
}
