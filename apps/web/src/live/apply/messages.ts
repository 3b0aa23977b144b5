import type { Gone, getMessages, Message, OutputOf } from '@heartline/contracts';
import { withReaction, withReceipts } from './signs.ts';
import { type Applied, type LiveEvent, STALE } from './stale.ts';

/** The section of a conversation this page holds: rows without holes from the oldest loaded to `lastSeq`. */
export type Messages = Omit<OutputOf<typeof getMessages>, 'version'>;

/** The effect of each event on its conversation. */
const CHANGES: {
  [N in LiveEvent['name']]?: (
    messages: Messages,
    payload: Extract<LiveEvent, { name: N }>['payload'],
  ) => Applied<Messages>;
} = {
  'message:created': (messages, { message }) => withNext(messages, message),
  'message:gone': (messages, { seq, gone }) => withGone(messages, seq, gone),
  'message:reacted': (messages, { seq, reaction }) =>
    withMessage(messages, seq, (message) => withReaction(message, reaction)),
  'receipts:changed': withReceipts,
  'conversation:seen': (messages, { seenSeq }) => ({
    ...messages,
    seenSeq: Math.max(messages.seenSeq, seenSeq),
  }),
  'conversation:marked': (messages, { readSeq }) => ({
    ...messages,
    readSeq: Math.max(messages.readSeq, readSeq),
  }),
  'conversation:delivered': (messages, { deliveredSeq }) => ({
    ...messages,
    deliveredSeq: Math.max(messages.deliveredSeq, deliveredSeq),
  }),
};

/**
 * Applies one event to a loaded conversation. `seq` = last + 1 is added, a lower one is known, a higher one is a gap to
 * fetch.
 */
export function applyToMessages(
  messages: Messages,
  conversation: string,
  event: LiveEvent,
): Applied<Messages> {
  const change = CHANGES[event.name] as
    | ((messages: Messages, payload: LiveEvent['payload']) => Applied<Messages>)
    | undefined;
  return change && isAbout(event, conversation) ? change(messages, event.payload) : messages;
}

function isAbout({ payload }: LiveEvent, conversation: string): boolean {
  if ('message' in payload) return payload.message.conversation === conversation;
  return 'conversation' in payload && payload.conversation === conversation;
}

function withNext(messages: Messages, message: Message): Applied<Messages> {
  // An older section does not reach the end, where the message belongs.
  if (messages.hasNewer) return messages;
  if (message.seq <= messages.lastSeq) return messages;
  if (message.seq > messages.lastSeq + 1) return STALE;
  return { ...messages, messages: [...messages.messages, message], lastSeq: message.seq };
}

/** The conversation with one message changed; the same conversation when it does not hold the number. */
export function withMessage(
  messages: Messages,
  seq: number,
  change: (message: Message) => Message,
): Messages {
  if (!messages.messages.some((message) => message.seq === seq)) return messages;
  return {
    ...messages,
    messages: messages.messages.map((message) => (message.seq === seq ? change(message) : message)),
  };
}

/** Removes the content of a message, and its quotes. */
function withGone(messages: Messages, seq: number, gone: Gone): Messages {
  const blank = (message: Message): Message => {
    if (message.seq === seq) return emptied(message, gone);
    return message.quote?.seq === seq ? { ...message, quote: { ...message.quote, text: '', gone } } : message;
  };
  return { ...messages, messages: messages.messages.map(blank) };
}

/** The message as the server returns a row that is gone: only the fields all kinds have. */
function emptied(message: Message, gone: Gone): Message {
  const { conversation, seq, sender, clientId, kind, at } = message;
  return { conversation, seq, sender, clientId, kind, at, text: '', gone };
}

/**
 * The held rows after a page of newer rows (`after`), or of rows read again, arrived. The page is newer than held rows.
 * Events may have added rows meanwhile.
 */
export function withNewer(held: Messages, page: Messages): Messages {
  return {
    messages: union(held.messages, page.messages),
    lastSeq: Math.max(held.lastSeq, page.lastSeq),
    hasOlder: held.hasOlder,
    ...(held.isCut && { isCut: held.isCut }),
    readSeq: Math.max(held.readSeq, page.readSeq),
    deliveredSeq: Math.max(held.deliveredSeq, page.deliveredSeq),
    ...receiptsOf(withReceipts(held, page)),
  };
}

/** The held rows after a page of older rows (`before`) arrived. */
export function withOlder(held: Messages, page: Messages): Messages {
  return {
    ...held,
    messages: union(page.messages, held.messages),
    hasOlder: page.hasOlder,
    ...(page.isCut && { isCut: page.isCut }),
  };
}

const receiptsOf = ({ receipts, seenSeq }: Messages) => ({ receipts, seenSeq });

function union(one: readonly Message[], other: readonly Message[]): Message[] {
  const bySeq = new Map([...one, ...other].map((message) => [message.seq, message]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}
