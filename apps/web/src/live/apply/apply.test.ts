import type { Message, Version } from '@heartline/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UserState } from '../../client/user-state.ts';
import { applyToChats, type Chats, totalUnread } from './chats.ts';
import { applyToLikes, type Likes } from './likes.ts';
import { applyToMessages, type Messages, withNewer, withOlder } from './messages.ts';
import { conversationOf, ME, Model, people } from './server-model.ts';
import { RECEIPTS_OFF, seenUpTo, withReaction } from './signs.ts';
import { isAfter, type LiveEvent, type NumberedEvent, STALE } from './stale.ts';
import { applyToUser } from './user.ts';

/** The likes are ordered by time. Here ids stand for the time. */
const sorted = (likes: Likes): Likes => {
  const byId = <T extends { id: string }>(list: T[]) => [...list].sort((a, b) => a.id.localeCompare(b.id));
  const { profiles, liked_by, given, matches, version } = likes;
  return {
    profiles: byId(profiles),
    liked_by: byId(liked_by),
    given: byId(given),
    matches: byId(matches),
    version,
  };
};

const person = fc.constantFrom(...people);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('message' as const), person, fc.boolean()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('giveUp' as const), person) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constant('markRead' as const), person, fc.double({ min: 0, max: 1, noNaN: true })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc.constant('react' as const),
      person,
      fc.boolean(),
      fc.constantFrom('❤️', '😂', null),
      fc.nat({ max: 3 }),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('takeBack' as const), person, fc.nat({ max: 3 })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('answer' as const), person, fc.nat({ max: 3 })) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant('switchReceipts' as const), person, fc.boolean(), fc.boolean()),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('see' as const), person) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('mute' as const), person, fc.boolean()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('remove' as const), person) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('buy' as const)) },
  ...(['like', 'unlike', 'beLiked', 'loseLike', 'seeLike', 'hide', 'show'] as const).map((name) => ({
    weight: 1,
    arbitrary: fc.tuple(fc.constant(name), person),
  })),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const play = (model: Model, [name, ...given]: Step): NumberedEvent[] =>
  (model[name] as (...given: unknown[]) => NumberedEvent[]).apply(model, given);

interface Slice<T extends { version: Version }> {
  apply(data: T, event: NumberedEvent): T | typeof STALE;
  read(model: Model): T;
}

/** Plays the steps and holds one slice as the page does: a snapshot of some point, then the events from there. */
function hold<T extends { version: Version }>(steps: Step[], snapshotAt: number, slice: Slice<T>) {
  const model = new Model();
  let held: T | undefined;
  let fetches = 0;
  for (const [position, one] of steps.entries()) {
    if (position === snapshotAt) held = structuredClone(slice.read(model));
    for (const event of play(model, one)) {
      if (!held || !isAfter(event.payload.version, held.version)) continue;
      const next = slice.apply(held, event);
      if (next === STALE) fetches += 1;
      held =
        next === STALE ? structuredClone(slice.read(model)) : { ...next, version: event.payload.version };
    }
  }
  return { held: held ?? slice.read(model), fresh: slice.read(model), fetches };
}

const history = fc.tuple(fc.array(step, { maxLength: 60 }), fc.nat({ max: 59 }));

describe('a stale snapshot plus the events since is a fresh snapshot', () => {
  it('for conversations and their unread counts [S3-078]', () => {
    fc.assert(
      fc.property(history, ([steps, at]) => {
        // A skipped row shows only with the next message, so the story ends with one message to each.
        const ending = people.map((id): Step => ['message', id, false]);
        const { held, fresh } = hold([...steps, ...ending], at, {
          apply: applyToChats,
          read: (model) => model.chats(),
        });
        expect(held.chats).toEqual(fresh.chats);
        expect(totalUnread(held)).toBe(totalUnread(fresh));
      }),
    );
  });

  it('without a fetch while no row was skipped and no unknown member appears', () => {
    const talk = fc.array(
      fc.oneof(
        fc.tuple(fc.constant('message' as const), person, fc.boolean()),
        fc.tuple(fc.constant('markRead' as const), person, fc.constant(1)),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(talk, (steps) => {
        const opening = people.map((id): Step => ['message', id, false]);
        const slice = { apply: applyToChats, read: (model: Model) => model.chats() };
        const { held, fresh, fetches } = hold([...opening, ...steps], people.length, slice);
        expect(held.chats).toEqual(fresh.chats);
        expect(fetches).toBe(0);
      }),
    );
  });

  it('for likes given, received and mutual', () => {
    fc.assert(
      fc.property(history, ([steps, at]) => {
        const { held, fresh } = hold(steps, at, { apply: applyToLikes, read: (model) => model.likes() });
        expect(sorted(held)).toEqual(sorted({ ...fresh, version: held.version }));
      }),
    );
  });

  it('for the balance', () => {
    fc.assert(
      fc.property(history, ([steps, at]) => {
        const { held, fresh } = hold(steps, at, { apply: applyToUser, read: (model) => model.user() });
        expect(held.user).toEqual(fresh.user);
      }),
    );
  });

  it('refetches the balance after an own message without one, not after another’s', () => {
    const model = new Model();
    const user = model.user();
    const [person = ''] = people;
    const [late] = model.message(person, true);
    const [theirs] = model.message(person, false);
    const without = { ...late, payload: { ...late?.payload, balance: undefined } } as LiveEvent;
    expect(applyToUser(user, without)).toBe(STALE);
    expect(applyToUser(user, theirs as LiveEvent)).toBe(user);
  });

  it('for the balance, when the events of two senders arrive out of order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        (deeds, order) => {
          const model = new Model();
          const [person = ''] = people;
          const before = model.user();
          const events = deeds.flatMap((buys) => (buys ? model.buy() : model.message(person, true)));
          const applied = events
            .map((event) => ({ event, at: order.next().value }))
            .sort((x, y) => x.at - y.at);
          const after = applied.reduce<UserState>(
            (state, { event }) => applyToUser(state, event) as UserState,
            before,
          );
          expect(after.user).toEqual(model.user().user);
        },
      ),
    );
  });

  it('for the rows of an open conversation', () => {
    fc.assert(
      fc.property(history, ([steps, at]) => {
        const [first = ''] = people;
        const slice: Slice<Messages & { version: Version }> = {
          apply: (data, event) => {
            const next = applyToMessages(data, conversationOf(first), event);
            return next === STALE ? STALE : { ...next, version: data.version };
          },
          read: (model) => ({ ...model.messages(first), version: model.version() }),
        };
        const { held, fresh } = hold([...steps, ['message', first, false]], at, slice);
        expect(held.messages).toEqual(fresh.messages);
        expect(held.lastSeq).toBe(fresh.lastSeq);
        expect(held.receipts).toEqual(fresh.receipts);
        expect(seenUpTo(held)).toBe(seenUpTo(fresh));
      }),
    );
  });

  it('keeps the newest reaction of each member when reactions arrive out of order', () => {
    const bare = { seq: 1, text: 'x' } as Message;
    const first = { member: ME, emoji: '❤️', rev: 1 };
    const taken = { member: ME, emoji: null, rev: 2 };
    const theirs = { member: people[0]!, emoji: '👍', rev: 1 };
    const orders = [
      [first, taken, theirs],
      [taken, theirs, first],
      [theirs, taken, first, taken],
    ];
    const ends = orders.map((order) => order.reduce(withReaction, bare).reactions);
    expect(ends).toEqual([ends[0], ends[0], ends[0]]);
    expect(ends[0]).toEqual([theirs, taken]);
  });
});

it('keeps the later of two mute switches that arrive out of order', () => {
  const model = new Model();
  model.message('a'.repeat(24), false);
  const [on, off] = [true, false].flatMap((one) => model.mute('a'.repeat(24), one));
  const before = { ...model.chats(), chats: model.chats().chats.map(({ mute: _, ...chat }) => chat) };
  const later = applyToChats(before, off as NumberedEvent) as typeof before;
  expect(applyToChats(later, on as NumberedEvent)).toMatchObject({
    chats: [{ mute: { on: false, rev: 2 } }],
  });
});

it('refetches the unread count when an unlisted conversation is removed elsewhere', () => {
  const whole = { chats: [], version: { epoch: 'e', n: 1 } } as unknown as Chats;
  const payload = { conversation: 'a'.repeat(24), version: { epoch: 'e', n: 2 } };
  const removed = { name: 'conversation:removed', payload } as LiveEvent;
  expect(applyToChats({ ...whole, older: { before: 'x', unread: 3 } }, removed)).toBe(STALE);
  expect(applyToChats(whole, removed)).toMatchObject({ chats: [] });
});

describe('pages of a conversation', () => {
  const message = (seq: number) => ({ seq, text: String(seq) }) as Message;
  const page = (from: number, to: number, lastSeq = to): Messages => ({
    messages: Array.from({ length: to - from + 1 }, (_, index) => message(from + index)),
    lastSeq,
    hasOlder: from > 1,
    readSeq: 0,
    deliveredSeq: 0,
    receipts: RECEIPTS_OFF,
    seenSeq: 0,
  });

  it('add newer rows once, even when events added some meanwhile', () => {
    const joined = withNewer(page(1, 12), page(11, 20));
    expect(joined.messages.map((one) => one.seq)).toEqual(page(1, 20).messages.map((one) => one.seq));
    expect(joined).toMatchObject({ lastSeq: 20, hasOlder: false });
  });

  it('add older rows before, and know when there are no more', () => {
    const joined = withOlder(page(31, 40), page(1, 30, 40));
    expect(joined.messages).toHaveLength(40);
    expect(joined).toMatchObject({ lastSeq: 40, hasOlder: false });
  });
});
