import type { Message, MessageKind, Quote } from '@heartline/contracts';
import type { OutboxEntry } from './outbox/outbox-store.ts';
import { baseOf } from './outbox/send-key.ts';

/** State of a message. `held` waits for credits or premium; `failed` waits for the member. */
export type RowState = 'sending' | 'sent' | 'delivered' | 'read' | 'held' | 'failed';

/** One bubble, with the lines above it and its position in a run of its sender. */
export interface Row {
  /** Key of the bubble, the same before and after it is sent. */
  key: string;
  isOwn: boolean;
  kind: MessageKind;
  text: string;
  /** The quoted message, and whether the member wrote it. */
  quote?: Quote & { isOwn: boolean };
  at: number;
  state?: RowState;
  /** Read receipts are off, so whether it was read is unknown. */
  isReadUnknown?: boolean;
  position: 'single' | 'first' | 'middle' | 'last';
  /** Set on an own message when the next one of its run has another state. Its own state then shows beside it. */
  hasOwnState?: boolean;
  /** First message of its day: the date appears above it. */
  startsDay: boolean;
  /** First unread message when the member came: a line appears above it. */
  startsUnread: boolean;
  /** The message as the server stores it. */
  message?: Message;
  /** The message in the outbox, for the actions on it. */
  entry?: OutboxEntry;
}

export interface RowsInput {
  messages: readonly Message[];
  entries: readonly OutboxEntry[];
  me: string;
  deliveredSeq: number;
  /** Last message the other member has seen; null while read receipts are off. */
  seenSeq: number | null;
  /** Row with the "new messages" line above it, if any. */
  firstUnread: number | null;
}

/** A pause this long between two messages starts a new run, so that the time shows. */
const RUN_PAUSE_MS = 5 * 60_000;

type Draft = Omit<Row, 'position' | 'hasOwnState' | 'startsDay' | 'startsUnread'>;

/** The rows of a conversation from top to bottom: stored messages, then the outbox. */
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

/** Returns `conversationRows` that keeps the objects of unchanged rows, so that React does not render them again. */
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

/** The other fields follow from the message or the entry. */
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

/** Failed messages stand alone because they have their own text and buttons. Messages that are gone have no bubble. */
function isSameRun(one: Draft | undefined, next: Draft | undefined): boolean {
  if (!one || !next || one.isOwn !== next.isOwn) return false;
  if (standsAlone(one) || standsAlone(next)) return false;
  return Math.abs(next.at - one.at) < RUN_PAUSE_MS;
}

const standsAlone = ({ state, message }: Draft) =>
  state === 'failed' || state === 'held' || message?.gone !== undefined;

/**
 * Returns the midnight that begins the day of a time. Consecutive messages mostly share a day, so the last one is
 * cached.
 */
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

/** First message of the other member above the read mark. Messages that were taken back do not count as new. */
export function firstUnreadOf(messages: readonly Message[], me: string, readSeq: number): number | null {
  const isUnread = ({ sender, seq, gone }: Message) => sender !== me && seq > readSeq && gone === undefined;
  return messages.find(isUnread)?.seq ?? null;
}
