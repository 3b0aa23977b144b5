import type { Message, MessageKind, Quote } from '@heartline/contracts';
import { baseOf } from './outbox/outbox.ts';
import type { OutboxEntry } from './outbox/outbox-store.ts';

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

type Draft = Omit<Row, 'position' | 'startsDay' | 'startsUnread'>;

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
  return drafts.map((draft, index) => {
    const isFirstUnread = (one: Draft | undefined) =>
      firstUnread !== null && one?.message?.seq === firstUnread;
    const follows = isSameRun(drafts[index - 1], draft) && !isFirstUnread(draft);
    const isFollowed = isSameRun(draft, drafts[index + 1]) && !isFirstUnread(drafts[index + 1]);
    return {
      ...draft,
      position: follows ? (isFollowed ? 'middle' : 'last') : isFollowed ? 'first' : 'single',
      startsDay: !isSameDay(drafts[index - 1]?.at, draft.at),
      startsUnread: isFirstUnread(draft),
    };
  });
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
  if (!one || !next || one.isOwn !== next.isOwn || !isSameDay(one.at, next.at)) return false;
  if (standsAlone(one) || standsAlone(next)) return false;
  return Math.abs(next.at - one.at) < RUN_PAUSE_MS;
}

const standsAlone = ({ state, message }: Draft) =>
  state === 'failed' || state === 'held' || message?.gone !== undefined;

function isSameDay(one: number | undefined, other: number): boolean {
  return one !== undefined && new Date(one).toDateString() === new Date(other).toDateString();
}

/** The first message of the other side above the read mark. */
export function firstUnreadOf(messages: readonly Message[], me: string, readSeq: number): number | null {
  return messages.find((message) => message.sender !== me && message.seq > readSeq)?.seq ?? null;
}
