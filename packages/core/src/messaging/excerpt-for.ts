import type { MessageKind } from '@heartline/contracts';
import type { MessageSnapshot } from '../safety/index.ts';
import { type ConversationRow, isVisible, messageKey } from './conversation.repository.ts';
import { conversationOf } from './conversation-id.ts';
import { evidenceOf } from './evidence.repository.ts';
import { historyStart } from './history-window.ts';
import { findInbox } from './inbox.repository.ts';
import { photoToReport } from './keep-chat-photos.ts';
import type { MessagingContext } from './messaging-context.ts';
import { RETURNED_BY_BLOCK } from './return-paid.ts';

/** The picture of a message in one of the member's conversations, for a report; undefined if it has none. */
async function reportedPhoto(
  context: MessagingContext,
  member: string,
  conversation: string,
  seq: number,
): Promise<Buffer | undefined> {
  if (!(await findInbox(context.sides, member, conversation))) return undefined;
  const [row] = await context.conversations.range(conversation, seq, seq);
  return row && photoToReport(context, row);
}

const BEFORE = 10;
const LATEST_WINDOW = 100;
const LATEST = 20;

/** A message in the list of what can be reported. */
export interface ReportableMessage {
  seq: number;
  kind: MessageKind;
  /** Empty if it has no text, was taken back, or was returned by a block before it arrived. */
  text: string;
  at: number;
  takenBack?: true;
}

/** The text of these is stored for reports only (`evidence.repository.ts`). */
const isTakenBack = ({ gone }: ConversationRow) => gone === 'unsent' || gone === 'recalled';

/**
 * Keys of one sender's rows that a block returned before they arrived. Asks the ledger, because the received
 * mark of a device may still move after the block.
 */
async function undeliveredAmong(
  { credits }: MessagingContext,
  sender: string,
  rows: readonly ConversationRow[],
): Promise<Set<string>> {
  const clientIds = rows.map(({ key }) => key.slice(sender.length + 1));
  const returned = await credits.returnedAmong(sender, { clientIds, reason: RETURNED_BY_BLOCK });
  return new Set([...returned].map((clientId) => messageKey(sender, clientId)));
}

/**
 * The latest messages of the other side to the member, latest first, also in removed and closed
 * conversations. Includes messages taken back or returned as undelivered, without their text. Leaves out what
 * the site removed.
 */
async function latestFrom(
  context: MessagingContext,
  member: string,
  other: string,
): Promise<{ conversation: string; messages: ReportableMessage[] }> {
  const conversation = conversationOf(member, other);
  const [side, tail, oldest] = await Promise.all([
    findInbox(context.sides, member, conversation),
    context.conversations.freshTail(conversation),
    historyStart(context, member),
  ]);
  if (!side || !tail) return { conversation, messages: [] };
  const rows = await context.conversations.range(
    conversation,
    Math.max(1, tail.n - LATEST_WINDOW + 1),
    tail.n,
  );
  const theirs = rows
    .filter(isVisible)
    .filter((row) => row.sender === other && row.at >= oldest && (!row.gone || isTakenBack(row)))
    .reverse()
    .slice(0, LATEST);
  const undelivered = await undeliveredAmong(context, other, theirs);
  return {
    conversation,
    messages: theirs.map((row) => ({
      seq: row.n,
      kind: row.kind,
      text: row.gone || undelivered.has(row.key) ? '' : row.text,
      at: row.at,
      ...(isTakenBack(row) && { takenBack: true as const }),
    })),
  };
}

/**
 * A message of one of the member's conversations, also removed or closed ones; undefined if it is not theirs.
 */
async function excerptFor(
  context: MessagingContext,
  member: string,
  conversation: string,
  seq: number,
): Promise<MessageSnapshot | undefined> {
  if (!(await findInbox(context.sides, member, conversation))) return undefined;
  const rows = await context.conversations.range(conversation, Math.max(1, seq - BEFORE), seq);
  // The evidence exists only for reports.
  const takenBack = rows.filter(isTakenBack);
  const stored = await evidenceOf(
    context.mongo,
    takenBack.map((row) => row._id),
  );
  const shown = rows.filter(isVisible);
  const last = shown.at(-1);
  if (last?.n !== seq) return undefined;
  const [oldest, undelivered] = await Promise.all([
    historyStart(context, member),
    undeliveredAmong(context, last.sender, [last]),
  ]);
  const excerptRow = ({ _id, sender, text, at }: ConversationRow) => ({
    sender,
    text: stored.get(_id) ?? text,
    at,
  });
  return {
    ...excerptRow(last),
    ...(isTakenBack(last) && { takenBack: true as const }),
    ...((last.at < oldest || undelivered.has(last.key)) && { withheld: true as const }),
    before: shown.slice(0, -1).map(excerptRow),
  };
}

/** Excerpts of conversations for reports. */
export function createExcerpts(context: MessagingContext) {
  return {
    /** A message with the few before it, for a member of the conversation; undefined for all others. */
    excerptFor: (member: string, conversation: string, seq: number) =>
      excerptFor(context, member, conversation, seq),
    reportedPhoto: (member: string, conversation: string, seq: number) =>
      reportedPhoto(context, member, conversation, seq),
    latestFrom: (member: string, other: string) => latestFrom(context, member, other),
  };
}
