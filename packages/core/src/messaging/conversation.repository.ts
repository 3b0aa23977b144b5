import {
  type ChatPhoto,
  type GiftPicture,
  type Gone,
  type MessageKind,
  messageKind,
} from '@heartline/contracts';
import { type AppendLog, type AppendLogRow, createAppendLog, type Mongo } from '@heartline/platform';

/**
 * One row of a conversation. `open` says whether messages may follow it: a block closes, an unblock opens. A `void`
 * row is a place that was given up, so that a late try under its key finds it and does not send.
 */
export interface ConversationRow extends AppendLogRow {
  kind: MessageKind | 'void' | 'block' | 'unblock';
  open: boolean;
  /** Of `block` and `unblock`: no message stands before this row, so nobody started the conversation yet. */
  fresh?: boolean;
  sender: string;
  /** The other member, so that whoever reads the row knows both. */
  recipient: string;
  text: string;
  at: number;
  /** The row this one answers. */
  quote?: number;
  /** Of an operator's answer, where newer rows stood: the last one they saw. What came after it is not answered by this. */
  answersUpTo?: number;
  photo?: ChatPhoto;
  gift?: { id: string; picture: GiftPicture };
  /** Set together with blanking: what a chain row allows to change, once. */
  gone?: Gone;
}

/** A row that people see. */
export type VisibleRow = ConversationRow & { kind: MessageKind };

export const MESSAGES = 'messages';

/** What an append needs to know of the row before it. */
export type ConversationTail = Pick<ConversationRow, 'n' | 'open' | 'kind' | 'fresh'>;

/** True once somebody wrote, or tried to. */
export function isStarted(tail: ConversationTail | undefined): boolean {
  return tail !== undefined && tail.fresh !== true;
}

export type Conversations = AppendLog<ConversationRow, ConversationTail>;

/** Every conversation, through this process's group commit. */
export function createConversations(mongo: Mongo): Conversations {
  return createAppendLog<ConversationRow, ConversationTail>(
    mongo.connection.collection<ConversationRow>(MESSAGES),
    mongo.groupCommit<ConversationRow>(MESSAGES),
    ({ n, open, kind, fresh }) => ({ n, open, kind, ...(fresh ? { fresh } : {}) }),
  );
}

/**
 * The end of a conversation, for whoever asks whether it was begun. One that is remembered as not begun may have been
 * since, through another gateway: it is asked for anew, and so few are that it costs nothing.
 */
export async function beginningOf(
  conversations: Pick<Conversations, 'tail' | 'freshTail'>,
  conversation: string,
): Promise<ConversationTail | undefined> {
  const known = await conversations.tail(conversation);
  return known?.fresh ? conversations.freshTail(conversation) : known;
}

export const messageKey = (sender: string, clientId: string) => `${sender}:${clientId}`;

/**
 * The rows that stand under these keys. As pairs: the engine looks each of them up in the unique index, where two lists
 * (`owner` in, `key` in) would cost it every key for every owner.
 */
export async function findByKeys(
  mongo: Mongo,
  keys: readonly Pick<ConversationRow, 'owner' | 'key'>[],
): Promise<ConversationRow[]> {
  if (keys.length === 0) return [];
  return mongo.connection
    .collection<ConversationRow>(MESSAGES)
    .find({ $or: [...keys] }, { batchSize: keys.length + 1 })
    .toArray();
}

/** Every kind of row that members see. Each has a presenter (`present-message.ts`). */
export const VISIBLE_KINDS: readonly MessageKind[] = messageKind.options;
const VISIBLE: ReadonlySet<string> = new Set(VISIBLE_KINDS);

/** True for a row that people see; what it held may be gone. */
export function isVisible<Row extends Pick<ConversationRow, 'kind'>>(
  row: Row,
): row is Row & { kind: MessageKind } {
  return VISIBLE.has(row.kind);
}
