import type { Message } from '@heartline/contracts';
import { baseOf } from './outbox/outbox.ts';
import type { OutboxEntry } from './outbox/outbox-store.ts';

/** How far a message came. `held` waits for credits or premium; `failed` waits for the member. */
export type RowState = 'sending' | 'sent' | 'delivered' | 'held' | 'failed';

/** One bubble, with what stands above it and where it stands in a run of its sender. */
export interface Row {
  /** The bubble: the same while it is on its way and after. */
  key: string;
  isOwn: boolean;
  text: string;
  at: number;
  state?: RowState;
  position: 'single' | 'first' | 'middle' | 'last';
  /** The first of its day: its date stands above. */
  startsDay: boolean;
  /** The first message not read when the member came: a line says so. */
  startsUnread: boolean;
  /** The message on its way, for what can be done about it. */
  entry?: OutboxEntry;
}

export interface RowsInput {
  messages: readonly Message[];
  entries: readonly OutboxEntry[];
  me: string;
  deliveredSeq: number;
  /** Row above which "new messages" stands, if it does. */
  firstUnread: number | null;
}

/** A pause this long starts a new run, so that its time shows. */
const RUN_PAUSE_MS = 5 * 60_000;

type Draft = Pick<Row, 'key' | 'isOwn' | 'text' | 'at' | 'state' | 'entry'> & { seq?: number };

/** The conversation from top to bottom: what the server has, then what is on its way. */
export function conversationRows(input: RowsInput): Row[] {
  const { messages, entries, me, deliveredSeq, firstUnread } = input;
  const sent = new Set(
    messages.filter((message) => message.sender === me).map((message) => baseOf(message.clientId)),
  );
  const drafts: Draft[] = [
    ...messages.map((message) => ofMessage(message, me, deliveredSeq)),
    ...entries.filter((entry) => !sent.has(baseOf(entry.clientId))).map(ofEntry),
  ];
  return drafts.map((draft, index) => {
    const { seq, ...row } = draft;
    const follows = isSameRun(drafts[index - 1], draft) && seq !== firstUnread;
    const isFollowed = isSameRun(draft, drafts[index + 1]) && drafts[index + 1]?.seq !== firstUnread;
    return {
      ...row,
      position: follows ? (isFollowed ? 'middle' : 'last') : isFollowed ? 'first' : 'single',
      startsDay: !isSameDay(drafts[index - 1]?.at, draft.at),
      startsUnread: firstUnread !== null && seq === firstUnread,
    };
  });
}

function ofMessage(message: Message, me: string, deliveredSeq: number): Draft {
  const isOwn = message.sender === me;
  return {
    key: isOwn ? baseOf(message.clientId) : String(message.seq),
    isOwn,
    text: message.text,
    at: message.at,
    seq: message.seq,
    ...(isOwn && { state: message.seq <= deliveredSeq ? ('delivered' as const) : ('sent' as const) }),
  };
}

function ofEntry(entry: OutboxEntry): Draft {
  const state = entry.state === 'waiting' ? 'sending' : entry.state;
  return { key: entry.key, isOwn: true, text: entry.text, at: entry.createdAt, state, entry };
}

/** What failed stands alone: its words and buttons are its own. */
function isSameRun(one: Draft | undefined, next: Draft | undefined): boolean {
  if (!one || !next || one.isOwn !== next.isOwn || !isSameDay(one.at, next.at)) return false;
  if (needsMember(one) || needsMember(next)) return false;
  return Math.abs(next.at - one.at) < RUN_PAUSE_MS;
}

const needsMember = ({ state }: Draft) => state === 'failed' || state === 'held';

function isSameDay(one: number | undefined, other: number): boolean {
  return one !== undefined && new Date(one).toDateString() === new Date(other).toDateString();
}

/** The first message of the other side above the read mark. */
export function firstUnreadOf(messages: readonly Message[], me: string, readSeq: number): number | null {
  return messages.find((message) => message.sender !== me && message.seq > readSeq)?.seq ?? null;
}
