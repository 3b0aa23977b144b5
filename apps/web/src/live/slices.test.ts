import { fixedWait } from '@heartline/tooling/fixed-wait';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '../client/api.ts';
import { keys } from '../client/query.ts';
import type { UserState } from '../client/user-state.ts';
import type { Chats } from './apply/chats.ts';
import type { Messages } from './apply/messages.ts';
import { RECEIPTS_OFF } from './apply/signs.ts';
import type { DurableEvent, LiveEvent } from './apply/stale.ts';
import {
  askAgain,
  fetchAnew,
  followAnswers,
  unchangedSlices,
  writeCount,
  writeEvent,
  writeSent,
} from './slices.ts';

const her = 'b'.repeat(24);
const conversation = 'c'.repeat(24);
const version = (n: number) => ({ epoch: 'one', n });

const chats = (n: number, lastSeq: number, unread = 0): Chats =>
  ({
    chats: [
      {
        conversation: { id: conversation },
        lastSeq,
        readSeq: 0,
        num_unread_messages: unread,
        profile: { id: her },
      },
    ],
    version: version(n),
  }) as unknown as Chats;
const messages = (lastSeq: number): Messages => ({
  messages: [],
  lastSeq,
  hasOlder: false,
  readSeq: 0,
  deliveredSeq: 0,
  receipts: RECEIPTS_OFF,
  seenSeq: 0,
});
const message = (seq: number, sender = her) => ({
  conversation,
  seq,
  sender,
  clientId: `k${seq}`,
  text: 'x',
  at: seq,
  kind: 'text' as const,
});
const created = (n: number, seq: number): DurableEvent => ({
  name: 'message:created',
  payload: { version: version(n), message: message(seq), profile: her },
});

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
});
const held = () => client.getQueryData<Chats>(keys.chats);
const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;

describe('events in the cache', () => {
  it('reach the list and the open conversation once', () => {
    client.setQueryData(keys.chats, chats(1, 5));
    client.setQueryData(keys.messages(conversation), messages(5));
    writeEvent(client, created(2, 6));
    writeEvent(client, created(2, 6));
    expect(held()).toMatchObject({ chats: [{ lastSeq: 6, num_unread_messages: 1 }], version: { n: 2 } });
    expect(client.getQueryData<Messages>(keys.messages(conversation))?.messages).toHaveLength(1);
  });

  it('refetch missing rows once, however many report them before the answer', async () => {
    const answer = Promise.withResolvers<Messages>();
    const signals: AbortSignal[] = [];
    const queryFn = ({ signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return answer.promise;
    };
    const queryKey = keys.messages(conversation);
    client.setQueryData(queryKey, messages(5));
    const stop = new QueryObserver(client, {
      queryKey,
      queryFn,
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => {});
    for (const seq of [8, 9, 10]) writeEvent(client, created(seq, seq));
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    answer.resolve(messages(10));
    await expect.poll(() => client.getQueryData<Messages>(queryKey)?.lastSeq).toBe(10);
    stop();
  });

  it('refetch prices after an own message and the first of the other, no later one', () => {
    const price = keys.messagePrice(her);
    const asksAgain = (seq: number, sender: string) => {
      client.setQueryData(price, {});
      writeEvent(client, {
        name: 'message:created',
        payload: { version: version(seq), message: message(seq, sender), profile: her },
      });
      return isStale(price);
    };
    expect([asksAgain(1, her), asksAgain(2, her), asksAgain(3, 'me')]).toEqual([true, false, true]);
  });

  it('refetch the lists of money, and remove a conversation that was removed', () => {
    const money = [keys.statement, keys.spending, keys.refund];
    const after = (published: object) => {
      for (const key of money) client.setQueryData(key, {});
      writeEvent(client, published as DurableEvent);
      return money.map(isStale);
    };
    const balance = { version: version(2), credits: 1, debt: 0, premium: false, ledgerSeq: 1 };
    expect(after({ name: 'credits:changed', payload: balance })).toEqual([true, true, true]);
    const refund = { version: version(3), payment: 'p', turn: 1, state: 'completed' };
    expect(after({ name: 'refund:changed', payload: refund })).toEqual([true, false, true]);
    client.setQueryData(keys.messages(conversation), messages(5));
    writeEvent(client, {
      name: 'conversation:removed',
      payload: { version: version(4), conversation, upTo: 5 },
    });
    expect(client.getQueryData(keys.messages(conversation))).toBeUndefined();
  });

  it('keep what was written after a removal that an answer already includes', () => {
    client.setQueryData(keys.chats, chats(5, 6, 1));
    writeEvent(client, {
      name: 'conversation:removed',
      payload: { version: version(4), conversation, upTo: 5 },
    });
    expect(held()?.chats).toHaveLength(1);
  });

  it('reach the messages of their own conversation only [S3-075]', () => {
    const other = 'd'.repeat(24);
    client.setQueryData(keys.messages(conversation), messages(5));
    client.setQueryData(keys.messages(other), messages(5));
    writeEvent(client, created(2, 6));
    expect(client.getQueryData<Messages>(keys.messages(conversation))?.lastSeq).toBe(6);
    expect(client.getQueryData<Messages>(keys.messages(other))).toEqual(messages(5));
  });

  it('keep the last pushed message in its place [S3-080]', () => {
    expect(client.getQueryData(keys.lastPushed)).toBeUndefined();
    writeEvent(client, created(2, 6));
    writeEvent(client, created(3, 7));
    expect(client.getQueryData(keys.lastPushed)).toEqual({ message: message(7), profile: her });
  });

  it('are skipped by an answer that holds them already', () => {
    client.setQueryData(keys.chats, chats(7, 6, 1));
    writeEvent(client, created(7, 6));
    expect(held()?.chats[0]?.num_unread_messages).toBe(1);
  });

  it('refetch the slice when the event alone is not enough', () => {
    client.setQueryData(keys.chats, chats(1, 5));
    client.setQueryData(keys.messages(conversation), messages(5));
    writeEvent(client, created(2, 8));
    expect(held()?.chats[0]?.lastSeq).toBe(5);
    expect(isStale(keys.chats)).toBe(true);
    expect(isStale(keys.messages(conversation))).toBe(true);
  });

  it('of a block invalidate every list of people that may hold the other member', () => {
    const lists = [keys.members({}), keys.related('d'.repeat(24))];
    for (const key of lists) client.setQueryData(key, []);
    writeEvent(client, { name: 'profile:hidden', payload: { version: version(1), profile: her } });
    expect(lists.map(isStale)).toEqual([true, true]);
  });

  it('reach a first answer that is pending and was read before them', async () => {
    const reads = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    let asked = 0;
    const settings = new QueryObserver(client, {
      queryKey: keys.notifications,
      queryFn: () => reads[asked++]?.promise,
    });
    const stop = settings.subscribe(() => {});
    for (const n of [2, 3]) writeEvent(client, { name: 'own:changed', payload: { version: version(n) } });
    reads[0]?.resolve('before');
    await expect.poll(() => settings.getCurrentResult().data).toBe('before');
    await expect.poll(() => asked).toBe(2);
    reads[1]?.resolve('after');
    await expect.poll(() => settings.getCurrentResult().data).toBe('after');
    stop();
  });

  it('refetch a list after its pending next page, which stays', async () => {
    const queryKey = keys.members({});
    const reads = [1, 2, 3].map(() => Promise.withResolvers<string>());
    const signals: AbortSignal[] = [];
    const list = new QueryObserver(client, {
      queryKey,
      queryFn: ({ signal }) => {
        signals.push(signal);
        return reads[signals.length - 1]?.promise;
      },
    });
    const stop = list.subscribe(() => {});
    reads[0]?.resolve('old');
    await expect.poll(() => list.getCurrentResult().data).toBe('old');
    const next = list.refetch();
    fetchAnew(client, keys.allMembers, { cancelRefetch: false });
    reads[1]?.resolve('next');
    expect((await next).data).toBe('next');
    await expect.poll(() => signals.length).toBe(3);
    reads[2]?.resolve('new');
    await expect.poll(() => list.getCurrentResult().data).toBe('new');
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false]);
    stop();
  });

  it('refetches failed queries on screen that were not refused', async () => {
    const answers = { [keys.chats[0]]: 0, [keys.spending[0]]: 403 };
    const asked: unknown[] = [];
    for (const [key, status] of Object.entries(answers)) {
      const queryFn = async () => {
        asked.push(key);
        throw new ApiError(status, { code: 'UNAVAILABLE' });
      };
      onTestFinished(
        new QueryObserver(client, { queryKey: [key], queryFn, retry: false }).subscribe(() => {}),
      );
    }
    client.setQueryDefaults(keys.likes, { queryFn: async () => void asked.push('likes') });
    await vi.waitUntil(() => client.isFetching() === 0);
    asked.length = 0;
    askAgain(client);
    await vi.waitUntil(() => client.isFetching() === 0);
    expect(asked).toEqual([keys.chats[0]]);
  });

  it('find a sent message that the answer has put there', () => {
    client.setQueryData(keys.chats, chats(1, 5));
    const balance = { credits: 2, debt: 0, premium: false, ledgerSeq: 4 };
    writeSent(client, { message: message(6, 'me'), balance }, her);
    writeEvent(client, {
      name: 'message:created',
      payload: { version: version(2), message: message(6, 'me'), profile: her },
    });
    expect(held()).toMatchObject({ chats: [{ lastSeq: 6, num_unread_messages: 0 }], version: { n: 2 } });
    expect(isStale(keys.chats)).toBe(false);
  });
});

describe('the balance', () => {
  const me = (credits: number, ledgerSeq: number, n: number) =>
    ({ user: { id: 'me', credits, ledgerSeq, paid_user: false }, version: version(n) }) as UserState;
  const left = () => client.getQueryData<UserState>(keys.user)?.user.credits;
  const answered = (credits: number, ledgerSeq: number) =>
    writeSent(
      client,
      { message: message(6, 'me'), balance: { credits, debt: 0, premium: false, ledgerSeq } },
      her,
    );

  it('comes from the answer to a send, before any event', () => {
    client.setQueryData(keys.user, me(3, 4, 1));
    answered(2, 5);
    expect(left()).toBe(2);
  });

  it('is not reset by the answer to a repeated send', () => {
    client.setQueryData(keys.user, me(28, 9, 1));
    answered(2, 5);
    expect(left()).toBe(28);
  });
});

describe('what a hello reports as unchanged', () => {
  const hello = (user: number, likes: number) => ({ version: version(9), changed: { user, likes } });
  const none = { liked_by: [], given: [], matches: [], profiles: [] };
  beforeEach(() => {
    client.setQueryData(keys.user, { user: {}, version: version(5) });
    client.setQueryData(keys.likes, { ...none, version: version(5) });
  });

  it('is kept when no missed event changed it', () => {
    expect([...unchangedSlices(client, hello(5, 5))]).toEqual([keys.user, keys.likes]);
    expect([...unchangedSlices(client, hello(5, 6))]).toEqual([keys.user]);
    expect([...unchangedSlices(client, hello(9, 0))]).toEqual([keys.likes]);
  });

  it('is fetched when nothing is held, or of another epoch', () => {
    client.setQueryData(keys.user, null);
    client.setQueryData(keys.likes, { ...none, version: { epoch: 'two', n: 50 } });
    expect([...unchangedSlices(client, hello(0, 0))]).toEqual([]);
  });

  it('is fetched when an event could not give it, whatever events followed', async () => {
    const payload = { version: version(6), profile: her, given: true, received: false, isNew: false };
    writeEvent(client, { name: 'like:changed', payload });
    writeEvent(client, created(7, 1));
    expect(isStale(keys.likes)).toBe(true);
    expect([...unchangedSlices(client, hello(0, 6))]).toEqual([keys.user]);
    await client.fetchQuery({
      queryKey: keys.likes,
      queryFn: async () => ({ ...none, version: version(7) }),
    });
    expect([...unchangedSlices(client, hello(0, 6))]).toEqual([keys.user, keys.likes]);
  });
});

describe('pages of older likes', () => {
  const lists = ['received', 'new', her, 'x'].map((part) => [...keys.olderLikes, part]);
  const changed = (payload: { received: boolean; isNew: boolean }): LiveEvent => ({
    name: 'like:changed',
    payload: { version: version(1), profile: her, given: true, ...payload },
  });

  it.each([
    ['over', changed({ received: false, isNew: false }), [true, true, true, false]],
    ['viewed', changed({ received: true, isNew: false }), [false, true, true, false]],
    ['given back', changed({ received: true, isNew: true }), [false, false, true, false]],
    [
      'of a hidden member',
      { name: 'profile:hidden', payload: { version: version(1), profile: her } } as const,
      [true, true, true, true],
    ],
  ])('are refetched only where a like that is %s changes them', (_what, event, expected) => {
    for (const queryKey of lists) client.setQueryData(queryKey, {});
    writeEvent(client, event);
    expect(lists.map(isStale)).toEqual(expected);
  });
});

describe('an event that is not counted yet', () => {
  const uncounted = (seq: number): LiveEvent => {
    const { name, payload } = created(0, seq) as Extract<LiveEvent, { name: 'message:created' }>;
    return { name, payload: { ...payload, version: null } };
  };

  it('changes the held data once, and gives it no number', () => {
    client.setQueryData(keys.chats, chats(1, 5));
    writeEvent(client, uncounted(6));
    writeEvent(client, uncounted(6));
    expect(held()).toMatchObject({ chats: [{ lastSeq: 6, num_unread_messages: 1 }], version: { n: 1 } });
  });

  it('is not removed by an earlier removal that arrives later', () => {
    client.setQueryData(keys.chats, chats(10, 5));
    writeEvent(client, uncounted(6));
    writeEvent(client, {
      name: 'conversation:removed',
      payload: { version: version(11), conversation, upTo: 5 },
    });
    expect(isStale(keys.chats)).toBe(true);
  });

  it('gives its number only to slices that hold all events before it', () => {
    client.setQueryData(keys.chats, chats(1, 6));
    writeCount(client, { version: version(4), count: 2 });
    expect(held()).toMatchObject({ version: { n: 1 } });
    writeCount(client, { version: version(3), count: 2 });
    expect(held()).toMatchObject({ version: { n: 3 } });
    writeCount(client, { version: { epoch: 'two', n: 9 }, count: 9 });
    writeCount(client, { version: version(2), count: 2 });
    expect(held()).toMatchObject({ version: { n: 3 } });
  });
});

describe('answers that were made before events already applied', () => {
  const follow = (events: DurableEvent[] | undefined) => {
    const noteVersion = vi.fn<(version: unknown) => void>();
    followAnswers(client, { noteVersion, moment: () => 0, eventsAfter: () => events });
    return noteVersion;
  };
  const answer = (data: Chats) => client.fetchQuery({ queryKey: keys.chats, queryFn: async () => data });
  const settled = () => fixedWait(5, 'longer than an answer takes to be compared with events');

  it('get them again', async () => {
    const noteVersion = follow([created(2, 6), created(3, 7)]);
    await answer(chats(1, 5));
    await settled();
    expect(held()).toMatchObject({ chats: [{ lastSeq: 7, num_unread_messages: 2 }], version: { n: 3 } });
    expect(noteVersion).toHaveBeenCalledWith(version(1));
  });

  it('are refetched once when those events are no longer held', async () => {
    follow(undefined);
    await answer(chats(1, 5));
    await settled();
    expect(isStale(keys.chats)).toBe(true);
  });
});
