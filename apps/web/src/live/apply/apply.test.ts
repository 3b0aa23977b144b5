import type { Chat, Message, ProfileCard, Receipts, Version } from '@heartline/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyToChats, type Chats, totalUnread } from './chats.ts';
import { applyToLikes, type Likes } from './likes.ts';
import { applyToMessages, type Messages, withNewer, withOlder } from './messages.ts';
import { RECEIPTS_OFF, seenUpTo, withReaction } from './signs.ts';
import { type DurableEvent, isAfter, STALE } from './stale.ts';
import { applyToUser, type UserState } from './user.ts';

const ME = 'f'.repeat(24);
const people = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
const conversationOf = (person: string) => `0${person.slice(1)}`;

const card = (id: string): ProfileCard => ({
  id,
  name: id.slice(0, 1),
  age: 30,
  gender: 'female',
  country: 'NL',
  region: 'NH',
  city: null,
  fictional: false,
  main_image: null,
  shared_interest: null,
  online: false,
});

/** A message that answers another, as the other is now. */
const quoting = (row: Message, { seq, sender, kind, text, gone }: Message): Message => ({
  ...row,
  quote: { seq, sender, kind, text, ...(gone && { gone }) },
});

/** What the server would answer, worked out from the rows; events are made as the server makes them. */
class Model {
  n = 0;
  credits = 50;
  premium = false;
  rows = new Map<string, (Message | 'void')[]>(people.map((person) => [person, []]));
  read = new Map<string, number>();
  removed = new Map<string, number>();
  receipts = new Map<string, Receipts>();
  seenSeq = new Map<string, number>();
  given = new Map<string, number>();
  received = new Map<string, { at: number; isNew: boolean }>();
  matches = new Map<string, number>();

  version(): Version {
    return { epoch: 'one', n: this.n };
  }

  private event(name: DurableEvent['name'], payload: object): DurableEvent {
    this.n += 1;
    return { name, payload: { ...payload, version: this.version() } } as DurableEvent;
  }

  message(person: string, isMine: boolean): DurableEvent[] {
    const rows = this.rows.get(person)!;
    const message: Message = {
      conversation: conversationOf(person),
      seq: rows.length + 1,
      sender: isMine ? ME : person,
      clientId: 'x',
      kind: 'text',
      text: `${person[0]} ${rows.length + 1}`,
      at: this.n,
    };
    rows.push(message);
    if (isMine) this.credits -= 1;
    return [
      this.event('message:created', { message, profile: person, ...(isMine && { credits: this.credits }) }),
    ];
  }

  /** A place given up: no event tells of it. */
  giveUp(person: string): DurableEvent[] {
    this.rows.get(person)!.push('void');
    return [];
  }

  markRead(person: string, share: number): DurableEvent[] {
    const seq = Math.ceil(this.lastSeq(person) * share);
    if (seq <= (this.read.get(person) ?? 0)) return [];
    this.read.set(person, seq);
    const { lastSeq, num_unread_messages } = this.chat(person);
    const payload = { conversation: conversationOf(person), readSeq: seq, lastSeq, num_unread_messages };
    return [this.event('conversation:marked', payload)];
  }

  /** A message of the last few, seen from its end. */
  private changeRow(person: string, fromEnd: number, change: (row: Message) => Message): Message | undefined {
    const rows = this.rows.get(person)!;
    const index = rows.length - 1 - fromEnd;
    const row = rows[index];
    if (!row || row === 'void' || row.gone) return undefined;
    return (rows[index] = change(row));
  }

  react(person: string, isMine: boolean, emoji: string | null, fromEnd: number): DurableEvent[] {
    const member = isMine ? ME : person;
    const changed = this.changeRow(person, fromEnd, (row) => {
      const others = row.reactions?.filter((one) => one.member !== member) ?? [];
      const rev = (row.reactions?.find((one) => one.member === member)?.rev ?? 0) + 1;
      const reactions = [...others, { member, emoji, rev }];
      return { ...row, reactions: reactions.sort((a, b) => (a.member < b.member ? -1 : 1)) };
    });
    const reaction = changed?.reactions?.find((one) => one.member === member);
    if (!changed || !reaction) return [];
    const { conversation, seq } = changed;
    return [this.event('message:reacted', { conversation, seq, reaction })];
  }

  takeBack(person: string, fromEnd: number): DurableEvent[] {
    const gone = this.changeRow(person, fromEnd, ({ reactions: _, quote: __, ...row }) => ({
      ...row,
      text: '',
      gone: 'unsent',
    }));
    if (!gone) return [];
    const { conversation, seq } = gone;
    this.rows.set(
      person,
      this.rows
        .get(person)!
        .map((row) => (row !== 'void' && row.quote?.seq === seq ? quoting(row, gone) : row)),
    );
    return [this.event('message:gone', { conversation, seq, gone: 'unsent' })];
  }

  answer(person: string, fromEnd: number): DurableEvent[] {
    const quoted = this.rows.get(person)!.at(-1 - fromEnd);
    if (!quoted || quoted === 'void' || quoted.gone) return [];
    const [created] = this.message(person, true);
    const rows = this.rows.get(person)!;
    const message = quoting(rows.at(-1) as Message, quoted);
    rows[rows.length - 1] = message;
    return [{ ...created, payload: { ...created!.payload, message } } as DurableEvent];
  }

  switchReceipts(person: string, isMine: boolean, on: boolean): DurableEvent[] {
    const { receipts } = this.seen(person);
    const side = isMine ? 'own' : 'other';
    this.receipts.set(person, { ...receipts, [side]: { on, rev: receipts[side].rev + 1 } });
    return [this.event('receipts:changed', { conversation: conversationOf(person), ...this.seen(person) })];
  }

  /** They look at the conversation. */
  see(person: string): DurableEvent[] {
    const { receipts } = this.seen(person);
    if (!receipts.other.on) return [];
    this.seenSeq.set(person, this.rows.get(person)!.length);
    const { seenSeq } = this.seen(person);
    if (!receipts.own.on) return [];
    return [this.event('conversation:seen', { conversation: conversationOf(person), seenSeq })];
  }

  private seen(person: string): { receipts: Receipts; seenSeq: number } {
    const receipts = this.receipts.get(person) ?? RECEIPTS_OFF;
    const isOn = receipts.own.on && receipts.other.on;
    return { receipts, seenSeq: isOn ? (this.seenSeq.get(person) ?? 0) : 0 };
  }

  remove(person: string): DurableEvent[] {
    if (this.lastSeq(person) === 0) return [];
    this.removed.set(person, this.rows.get(person)!.length);
    this.read.set(person, this.rows.get(person)!.length);
    return [this.event('conversation:removed', { conversation: conversationOf(person) })];
  }

  /** A block of either side: what the two had is over, up to here. */
  hide(person: string): DurableEvent[] {
    const rows = this.rows.get(person)!;
    rows.push('void');
    this.removed.set(person, rows.length);
    this.read.set(person, rows.length);
    for (const list of [this.given, this.received, this.matches]) list.delete(person);
    return [this.event('profile:hidden', { profile: person })];
  }

  /** The block is taken back. */
  show(person: string): DurableEvent[] {
    this.rows.get(person)!.push('void');
    return [this.event('profile:shown', { profile: person })];
  }

  buy(): DurableEvent[] {
    this.credits += 25;
    this.premium = true;
    return [this.event('credits:changed', { credits: this.credits, premium: true })];
  }

  like(person: string): DurableEvent[] {
    if (this.given.has(person)) return [];
    this.given.set(person, this.n);
    return [this.changed(person), ...this.match(person)];
  }

  unlike(person: string): DurableEvent[] {
    if (!this.given.delete(person)) return [];
    this.matches.delete(person);
    return [this.changed(person)];
  }

  beLiked(person: string): DurableEvent[] {
    if (this.received.has(person)) return [];
    this.received.set(person, { at: this.n, isNew: true });
    return [
      this.event('like:received', { profile: card(person), at: this.received.get(person)!.at }),
      ...this.match(person),
    ];
  }

  loseLike(person: string): DurableEvent[] {
    if (!this.received.delete(person)) return [];
    this.matches.delete(person);
    return [this.changed(person)];
  }

  seeLike(person: string): DurableEvent[] {
    const like = this.received.get(person);
    if (!like?.isNew) return [];
    like.isNew = false;
    return [this.changed(person)];
  }

  private match(person: string): DurableEvent[] {
    if (!this.given.has(person) || !this.received.has(person)) return [];
    this.matches.set(person, this.n);
    return [this.event('match:created', { profile: card(person), at: this.matches.get(person)! })];
  }

  private changed(person: string): DurableEvent {
    const received = this.received.get(person);
    const now = {
      given: this.given.has(person),
      received: received !== undefined,
      isNew: received?.isNew ?? false,
    };
    return this.event('like:changed', { profile: person, ...now });
  }

  private lastSeq(person: string): number {
    return this.rows.get(person)!.findLast((row) => row !== 'void')?.seq ?? 0;
  }

  private chat(person: string): Chat {
    const visible = this.rows.get(person)!.filter((row) => row !== 'void');
    const last = visible.at(-1)!;
    const readSeq = this.read.get(person) ?? 0;
    const floor = Math.max(readSeq, this.removed.get(person) ?? 0);
    return {
      conversation: { id: conversationOf(person) },
      profile: card(person),
      num_unread_messages: visible.filter((row) => row.sender === person && row.seq > floor && !row.gone)
        .length,
      lastSeq: last.seq,
      lastAt: last.at,
      preview: last.text,
      previewSender: last.sender,
      readSeq,
      deliveredSeq: 0,
      message_credits: 1,
    };
  }

  chats(): Chats {
    const shown = people.filter((person) => this.lastSeq(person) > (this.removed.get(person) ?? 0));
    const chats = shown.map((person) => this.chat(person)).sort((a, b) => b.lastAt - a.lastAt);
    return { chats, version: this.version() };
  }

  messages(person: string): Messages {
    const rows = this.rows.get(person)!;
    const messages = rows.filter((row) => row !== 'void');
    return {
      messages,
      lastSeq: rows.length,
      hasOlder: false,
      readSeq: this.read.get(person) ?? 0,
      deliveredSeq: 0,
      ...this.seen(person),
    };
  }

  likes(): Likes {
    const list = (of: Map<string, number>) => [...of].map(([id, at]) => ({ id, at }));
    const liked_by = [...this.received].map(([id, { at, isNew }]) => ({ id, like_new: isNew, at }));
    const ids = new Set([...this.given.keys(), ...this.received.keys()]);
    return {
      profiles: [...ids].map(card),
      liked_by,
      given: list(this.given),
      matches: list(this.matches),
      version: this.version(),
    };
  }

  user(): UserState {
    const user = { credits: this.credits, paid_user: this.premium } as UserState['user'];
    return { user, version: this.version(), serverAt: 0 };
  }
}

/** Order inside the likes is by time; ids stand for it here. */
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
  { weight: 1, arbitrary: fc.tuple(fc.constant('remove' as const), person) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('buy' as const)) },
  ...(['like', 'unlike', 'beLiked', 'loseLike', 'seeLike', 'hide', 'show'] as const).map((name) => ({
    weight: 1,
    arbitrary: fc.tuple(fc.constant(name), person),
  })),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const play = (model: Model, [name, ...given]: Step): DurableEvent[] =>
  (model[name] as (...given: unknown[]) => DurableEvent[]).apply(model, given);

interface Slice<T extends { version: Version }> {
  apply(data: T, event: DurableEvent): T | typeof STALE;
  read(model: Model): T;
}

/** Plays the steps, holding one slice as the page would: from a snapshot taken at some point, by events from there. */
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
  it('S3-078 for conversations and their unread counts', () => {
    fc.assert(
      fc.property(history, ([steps, at]) => {
        // A row given up shows only with the next message, so the story ends with one to each.
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

  it('without fetching anything while no row was skipped and nobody new appears', () => {
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

  it('for credits and premium', () => {
    fc.assert(
      fc.property(history, ([steps, at]) => {
        const { held, fresh } = hold(steps, at, { apply: applyToUser, read: (model) => model.user() });
        expect(held.user).toEqual(fresh.user);
      }),
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

  it('also for reactions that overtake each other: the newest of each member stands', () => {
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

  it('join newer rows once, even when events added some meanwhile', () => {
    const joined = withNewer(page(1, 12), page(11, 20));
    expect(joined.messages.map((one) => one.seq)).toEqual(page(1, 20).messages.map((one) => one.seq));
    expect(joined).toMatchObject({ lastSeq: 20, hasOlder: false });
  });

  it('join older rows before, and know when there are no more', () => {
    const joined = withOlder(page(31, 40), page(1, 30, 40));
    expect(joined.messages).toHaveLength(40);
    expect(joined).toMatchObject({ lastSeq: 40, hasOlder: false });
  });
});
