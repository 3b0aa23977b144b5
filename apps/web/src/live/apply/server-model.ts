import type { Balance, Chat, Message, ProfileCard, Receipts, Toggle, Version } from '@heartline/contracts';
import type { UserState } from '../../client/user-state.ts';
import type { Chats } from './chats.ts';
import type { Likes } from './likes.ts';
import type { Messages } from './messages.ts';
import { RECEIPTS_OFF } from './signs.ts';
import type { DurableEvent } from './stale.ts';

/** The member who looks at the page. */
export const ME = 'f'.repeat(24);
/** The members they know. */
export const people = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
/** The conversation with one of them. */
export const conversationOf = (person: string) => `0${person.slice(1)}`;

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

/** A message that quotes another in its current state. */
const quoting = (row: Message, { seq, sender, kind, text, gone }: Message): Message => ({
  ...row,
  quote: { seq, sender, kind, text, ...(gone && { gone }) },
});

/**
 * A model of the server for tests of the reducers. It computes answers from the rows, and makes events as the server
 * does.
 */
export class Model {
  n = 0;
  credits = 50;
  premium = false;
  ledgerSeq = 0;
  rows = new Map<string, (Message | 'void')[]>(people.map((person) => [person, []]));
  read = new Map<string, number>();
  removed = new Map<string, number>();
  receipts = new Map<string, Receipts>();
  mutes = new Map<string, Toggle>();
  seenSeq = new Map<string, number>();
  given = new Map<string, number>();
  received = new Map<string, { at: number; isNew: boolean }>();
  matches = new Map<string, number>();

  private rowsOf(person: string): (Message | 'void')[] {
    const rows = this.rows.get(person);
    if (!rows) throw new Error('unknown conversation partner');
    return rows;
  }

  version(): Version {
    return { epoch: 'one', n: this.n };
  }

  private event(name: DurableEvent['name'], payload: object): DurableEvent {
    this.n += 1;
    return { name, payload: { ...payload, version: this.version() } } as DurableEvent;
  }

  private ledgerRow(change: number): Balance {
    this.credits += change;
    this.ledgerSeq += 1;
    const { credits, premium, ledgerSeq } = this;
    return { credits, debt: 0, premium, ledgerSeq };
  }

  message(person: string, isMine: boolean): DurableEvent[] {
    const rows = this.rowsOf(person);
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
    const balance = isMine ? this.ledgerRow(-1) : undefined;
    return [this.event('message:created', { message, profile: person, ...(balance && { balance }) })];
  }

  /** A skipped `seq`: no event reports it. */
  giveUp(person: string): DurableEvent[] {
    this.rowsOf(person).push('void');
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

  /** One of the last messages, counted from the end. */
  private changeRow(person: string, fromEnd: number, change: (row: Message) => Message): Message | undefined {
    const rows = this.rowsOf(person);
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
    const gone = this.changeRow(person, fromEnd, ({ conversation, seq, sender, clientId, kind, at }) => {
      return { conversation, seq, sender, clientId, kind, at, text: '', gone: 'unsent' };
    });
    if (!gone) return [];
    const { conversation, seq } = gone;
    this.rows.set(
      person,
      this.rowsOf(person).map((row) => (row !== 'void' && row.quote?.seq === seq ? quoting(row, gone) : row)),
    );
    return [this.event('message:gone', { conversation, seq, gone: 'unsent' })];
  }

  answer(person: string, fromEnd: number): DurableEvent[] {
    const quoted = this.rowsOf(person).at(-1 - fromEnd);
    if (!quoted || quoted === 'void' || quoted.gone) return [];
    const [created] = this.message(person, true);
    if (!created) return [];
    const rows = this.rowsOf(person);
    const message = quoting(rows.at(-1) as Message, quoted);
    rows[rows.length - 1] = message;
    return [{ ...created, payload: { ...created.payload, message } } as DurableEvent];
  }

  switchReceipts(person: string, isMine: boolean, on: boolean): DurableEvent[] {
    const { receipts } = this.seen(person);
    const side = isMine ? 'own' : 'other';
    this.receipts.set(person, { ...receipts, [side]: { on, rev: receipts[side].rev + 1 } });
    return [this.event('receipts:changed', { conversation: conversationOf(person), ...this.seen(person) })];
  }

  /** They view the conversation. */
  see(person: string): DurableEvent[] {
    const { receipts } = this.seen(person);
    if (!receipts.other.on) return [];
    this.seenSeq.set(person, this.rowsOf(person).length);
    const { seenSeq } = this.seen(person);
    if (!receipts.own.on) return [];
    return [this.event('conversation:seen', { conversation: conversationOf(person), seenSeq })];
  }

  private seen(person: string): { receipts: Receipts; seenSeq: number } {
    const receipts = this.receipts.get(person) ?? RECEIPTS_OFF;
    const isOn = receipts.own.on && receipts.other.on;
    return { receipts, seenSeq: isOn ? (this.seenSeq.get(person) ?? 0) : 0 };
  }

  mute(person: string, on: boolean): DurableEvent[] {
    const mute = { on, rev: (this.mutes.get(person)?.rev ?? 0) + 1 };
    this.mutes.set(person, mute);
    return [this.event('conversation:muted', { conversation: conversationOf(person), mute })];
  }

  remove(person: string): DurableEvent[] {
    if (this.lastSeq(person) === 0) return [];
    this.removed.set(person, this.rowsOf(person).length);
    this.read.set(person, this.rowsOf(person).length);
    const upTo = this.rowsOf(person).length;
    return [this.event('conversation:removed', { conversation: conversationOf(person), upTo })];
  }

  /** A block by either side: it ends everything between the two up to here. */
  hide(person: string): DurableEvent[] {
    const rows = this.rowsOf(person);
    rows.push('void');
    this.removed.set(person, rows.length);
    this.read.set(person, rows.length);
    for (const list of [this.given, this.received, this.matches]) list.delete(person);
    return [this.event('profile:hidden', { profile: person })];
  }

  /** The block is removed. */
  show(person: string): DurableEvent[] {
    this.rowsOf(person).push('void');
    return [this.event('profile:shown', { profile: person })];
  }

  buy(): DurableEvent[] {
    this.premium = true;
    return [this.event('credits:changed', this.ledgerRow(25))];
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
    const at = this.n;
    this.received.set(person, { at, isNew: true });
    return [this.event('like:received', { profile: card(person), at }), ...this.match(person)];
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
    const at = this.n;
    this.matches.set(person, at);
    return [this.event('match:created', { profile: card(person), at })];
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
    return this.rowsOf(person).findLast((row) => row !== 'void')?.seq ?? 0;
  }

  private chat(person: string): Chat {
    const visible = this.rowsOf(person).filter((row) => row !== 'void');
    const last = visible.at(-1);
    if (!last) throw new Error('conversation without a message is not in the list');
    const readSeq = this.read.get(person) ?? 0;
    const mute = this.mutes.get(person);
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
      ...(last.gone && { previewGone: last.gone }),
      readSeq,
      deliveredSeq: 0,
      message_credits: 1,
      ...(mute && { mute }),
    };
  }

  chats(): Chats {
    const shown = people.filter((person) => this.lastSeq(person) > (this.removed.get(person) ?? 0));
    const chats = shown.map((person) => this.chat(person)).sort((a, b) => b.lastAt - a.lastAt);
    return { chats, version: this.version() };
  }

  messages(person: string): Messages {
    const rows = this.rowsOf(person);
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
    const { credits, premium, ledgerSeq } = this;
    const user = { credits, debt: 0, paid_user: premium, ledgerSeq } as UserState['user'];
    return { user, version: this.version(), serverAt: 0 };
  }
}
