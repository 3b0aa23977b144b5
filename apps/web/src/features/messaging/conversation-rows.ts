import type { Message, MessageKind, Quote } from '@heartline/contracts';
import type { OutboxEntry } from './outbox/outbox-store.ts';
import { baseOf } from './outbox/send-key.ts';

/** How far a message came. `held` waits for credits or premium; `failed` waits for the member. */
export type RowState = 'sending' | 'sent' | 'delivered' | 'read' | 'held' | 'failed';

/** One bubble, with what stands above it and where it stands in a run of its sender. */
export interface Row {
  /** The bubble: the same while it is on its way and after. */
  key: string;
  isOwn: boolean;
  kind: MessageKind;
  text: string;
  /** What it answers, and whether the member wrote that. */
  quote?: Quote & { isOwn: boolean };
  at: number;
  state?: RowState;
  /** Read receipts are off: that it was not read yet can't be said. */
  isReadUnknown?: boolean;
  position: 'single' | 'first' | 'middle' | 'last';
  /** An own message whose follower in the run did not come as far, or farther: its state is said beside it. */
  hasOwnState?: boolean;
  /** The first of its day: its date stands above. */
  startsDay: boolean;
  /** The first message not read when the member came: a line says so. */
  startsUnread: boolean;
  /** The message as the server has it: what it holds, and what was done to it since. */
  message?: Message;
  /** The message on its way, for what can be done about it. */
  entry?: OutboxEntry;
}

export interface RowsInput {
  messages: readonly Message[];
  entries: readonly OutboxEntry[];
  me: string;
  deliveredSeq: number;
  /** How far the other side has seen it; null while read receipts are off, when nobody knows. */
  seenSeq: number | null;
  /** Row above which "new messages" stands, if it does. */
  firstUnread: number | null;
}

/** A pause this long starts a new run, so that its time shows. */
const RUN_PAUSE_MS = 5 * 60_000;

type Draft = Omit<Row, 'position' | 'hasOwnState' | 'startsDay' | 'startsUnread'>;

/** The conversation from top to bottom: what the server has, then what is on its way. */
export function conversationRows(input: RowsInput): Row[] {
  const { messages, entries, me, firstUnread } = input;
  const sent = new Set(
    messages.filter((message) => message.sender === me).map((message) => baseOf(message.clientId)),
  );
  const drafts: Draft[] = [
    ...messages.map((message) => ofMessage(message, input)),
    ...entries.filter((entry) => !sent.has(baseOf(entry.clientId))).map((entry) => ofEntry(entry, me)),
  ];
  const dayOf = calendar();
  const days = drafts.map(({ at }) => dayOf(at));
  const startsDay = (index: number) => days[index] !== days[index - 1];
  const startsUnread = (index: number) => firstUnread !== null && drafts[index]?.message?.seq === firstUnread;
  const follows = (index: number) =>
    isSameRun(drafts[index - 1], drafts[index]) && !startsDay(index) && !startsUnread(index);
  return drafts.map((draft, index) => {
    const isFollowed = follows(index + 1);
    return {
      ...draft,
      position: follows(index) ? (isFollowed ? 'middle' : 'last') : isFollowed ? 'first' : 'single',
      ...(isFollowed && drafts[index + 1]?.state !== draft.state && { hasOwnState: true }),
      startsDay: startsDay(index),
      startsUnread: startsUnread(index),
    };
  });
}

/** The same, again and again: a row that did not change stays the same object, and is not drawn anew. */
export function createArranger(): typeof conversationRows {
  let known = new Map<string, Row>();
  return (input) => {
    const rows = conversationRows(input).map((row) => {
      const before = known.get(row.key);
      return before && isSame(before, row) ? before : row;
    });
    known = new Map(rows.map((row) => [row.key, row]));
    return rows;
  };
}

/** All else follows from the message or the entry. */
function isSame(one: Row, other: Row): boolean {
  return (
    one.message === other.message &&
    one.entry === other.entry &&
    one.state === other.state &&
    one.isReadUnknown === other.isReadUnknown &&
    one.position === other.position &&
    one.hasOwnState === other.hasOwnState &&
    one.startsDay === other.startsDay &&
    one.startsUnread === other.startsUnread
  );
}

function ofMessage(message: Message, input: RowsInput): Draft {
  const { me, seenSeq } = input;
  const isOwn = message.sender === me;
  return {
    key: isOwn ? baseOf(message.clientId) : String(message.seq),
    isOwn,
    kind: message.kind,
    text: message.text,
    ...quoteOf(message, me),
    at: message.at,
    message,
    ...(isOwn && { state: stateOf(message, input) }),
    ...(isOwn && seenSeq === null && { isReadUnknown: true }),
  };
}

function stateOf({ seq }: Message, { deliveredSeq, seenSeq }: RowsInput): RowState {
  if (seenSeq !== null && seq <= seenSeq) return 'read';
  return seq <= deliveredSeq ? 'delivered' : 'sent';
}

function ofEntry(entry: OutboxEntry, me: string): Draft {
  const { key, kind, text, createdAt: at } = entry;
  const state = entry.state === 'waiting' ? 'sending' : entry.state;
  return { key, isOwn: true, kind, text, ...quoteOf(entry, me), at, state, entry };
}

const quoteOf = ({ quote }: { quote?: Quote | undefined }, me: string) =>
  quote && { quote: { ...quote, isOwn: quote.sender === me } };

/** What failed stands alone: its words and buttons are its own. So does what is gone: it is no bubble. */
function isSameRun(one: Draft | undefined, next: Draft | undefined): boolean {
  if (!one || !next || one.isOwn !== next.isOwn) return false;
  if (standsAlone(one) || standsAlone(next)) return false;
  return Math.abs(next.at - one.at) < RUN_PAUSE_MS;
}

const standsAlone = ({ state, message }: Draft) =>
  state === 'failed' || state === 'held' || message?.gone !== undefined;

/** Tells the day of a moment by its midnight. Neighbours are mostly of one day, which is then looked up once. */
function calendar(): (at: number) => number {
  let from = 0;
  let until = 0;
  return (at) => {
    if (at < from || at >= until) {
      const day = new Date(at);
      from = day.setHours(0, 0, 0, 0);
      until = day.setDate(day.getDate() + 1);
    }
    return from;
  };
}

/** The first message of the other side above the read mark; one that was taken back is nothing new. */
export function firstUnreadOf(messages: readonly Message[], me: string, readSeq: number): number | null {
  const isUnread = ({ sender, seq, gone }: Message) => sender !== me && seq > readSeq && gone === undefined;
  return messages.find(isUnread)?.seq ?? null;
}
