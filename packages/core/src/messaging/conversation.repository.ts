import {
  type ChatPhoto,
  type GiftPicture,
  type Gone,
  type MessageKind,
  messageKind,
} from '@heartline/contracts';
import { type AppendLog, type AppendLogRow, createAppendLog, type Mongo } from '@heartline/platform';

/**
 * One row of a conversation. `open` says whether messages may follow: a block closes, an unblock opens. A
 * `void` row marks an abandoned place, so that a late attempt with its key finds it and does not send.
 */
export interface ConversationRow extends AppendLogRow {
  kind: MessageKind | 'void' | 'block' | 'unblock';
  open: boolean;
  /** In `block` and `unblock` rows: no message precedes this row, so the conversation has not started. */
  fresh?: boolean;
  sender: string;
  /** The other member, so that a reader of the row knows both. */
  recipient: string;
  text: string;
  at: number;
  /** The row it replies to. */
  quote?: number;
  /** In an operator's answer, if newer rows existed: the last row they saw. Later rows stay unanswered. */
  answersUpTo?: number;
  photo?: ChatPhoto;
  gift?: { id: string; picture: GiftPicture };
  /** Set together with blanking: the only change that a row allows, once. */
  gone?: Gone;
}

/** A row that members see. */
export type VisibleRow = ConversationRow & { kind: MessageKind };

export const MESSAGES = 'messages';

/** Fields of the last row that an append needs. */
export type ConversationTail = Pick<ConversationRow, 'n' | 'open' | 'kind' | 'fresh'>;

/** True once a member wrote or tried to. */
export function isStarted(tail: ConversationTail | undefined): boolean {
  return tail !== undefined && tail.fresh !== true;
}

export type Conversations = AppendLog<ConversationRow, ConversationTail>;

/** All conversations, through the group commit of this process. */
export function createConversations(mongo: Mongo): Conversations {
  return createAppendLog<ConversationRow, ConversationTail>(
    mongo.connection.collection<ConversationRow>(MESSAGES),
    mongo.groupCommit<ConversationRow>(MESSAGES),
    ({ n, open, kind, fresh }) => ({ n, open, kind, ...(fresh ? { fresh } : {}) }),
  );
}

/**
 * The last row of a conversation, to find out if it has started. If the cached one says no, read it again:
 * another gateway may have started it. That is rare and therefore cheap.
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
 * The rows under these keys, looked up as pairs in the unique index. Two lists (`owner` in, `key` in) would
 * make the database try every key for every owner.
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

/** True for a row that members see; its content may be gone. */
export function isVisible<Row extends Pick<ConversationRow, 'kind'>>(
  row: Row,
): row is Row & { kind: MessageKind } {
  return VISIBLE.has(row.kind);
}
