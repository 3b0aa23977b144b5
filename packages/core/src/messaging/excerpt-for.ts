import { isVisible } from './conversation.repository.ts';
import { conversationOf } from './conversation-id.ts';
import { evidenceOf } from './evidence.repository.ts';
import { historyStart } from './history-window.ts';
import { findInbox } from './inbox.repository.ts';
import { photoToReport } from './keep-chat-photos.ts';
import type { MessagingContext } from './messaging-context.ts';

/** The picture of a message in one of the member's conversations, for a report; nothing when it has none. */
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

/** One message as it stood when it was asked for. */
export interface Excerpt {
  /** Who wrote it, and in answer to what: a few messages before it, oldest first. */
  sender: string;
  text: string;
  at: number;
  before: { sender: string; text: string; at: number }[];
}

const BEFORE = 10;
const LATEST_WINDOW = 100;
const LATEST = 20;

/** What the other one last wrote to the member, the latest first; removed and closed conversations too. */
async function latestFrom(
  context: MessagingContext,
  member: string,
  other: string,
): Promise<{ conversation: string; messages: { seq: number; text: string; at: number }[] }> {
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
  const theirs = rows.filter((row) => isVisible(row) && row.sender === other && row.at >= oldest).reverse();
  return {
    conversation,
    messages: theirs.slice(0, LATEST).map(({ n: seq, text, at }) => ({ seq, text, at })),
  };
}

/** A message of one of the member's conversations, removed or closed ones too; nothing when it is not theirs. */
async function excerptFor(
  context: MessagingContext,
  member: string,
  conversation: string,
  seq: number,
): Promise<Excerpt | undefined> {
  if (!(await findInbox(context.sides, member, conversation))) return undefined;
  const rows = await context.conversations.range(conversation, Math.max(1, seq - BEFORE), seq);
  // What was taken back is kept for this alone.
  const takenBack = rows.filter((row) => row.gone === 'unsent' || row.gone === 'recalled');
  const kept = await evidenceOf(
    context.mongo,
    takenBack.map((row) => row._id),
  );
  const told = rows
    .filter(isVisible)
    .map(({ _id, n, sender, text, at }) => ({ n, sender, text: kept.get(_id) ?? text, at }));
  const last = told.at(-1);
  if (last?.n !== seq) return undefined;
  const { sender, text, at } = last;
  return { sender, text, at, before: told.slice(0, -1).map(({ n: _, ...row }) => row) };
}

/** What reports are made of. */
export function createExcerpts(context: MessagingContext) {
  return {
    /** A message with the few before it, for a member of the conversation; nothing for anybody else. */
    excerptFor: (member: string, conversation: string, seq: number) =>
      excerptFor(context, member, conversation, seq),
    reportedPhoto: (member: string, conversation: string, seq: number) =>
      reportedPhoto(context, member, conversation, seq),
    latestFrom: (member: string, other: string) => latestFrom(context, member, other),
  };
}
