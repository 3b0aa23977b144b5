import type { Message } from '@heartline/contracts';
import { type Chain, type ChainRow, createChain, type Mongo } from '@heartline/platform';

/**
 * One row of a conversation. `open` says whether messages may follow it: a block closes, an unblock opens. A `void`
 * row is a place that was given up, so that a late try under its key finds it and does not send.
 */
export interface ConversationRow extends ChainRow {
  kind: 'text' | 'void' | 'block' | 'unblock';
  open: boolean;
  /** Of `block` and `unblock`: no message stands before this row, so nobody started the conversation yet. */
  fresh?: boolean;
  sender: string;
  /** The other member, so that whoever reads the row knows both. */
  recipient: string;
  text: string;
  at: number;
}

export const MESSAGES = 'messages';

/** What an append needs to know of the row before it. */
export type ConversationTail = Pick<ConversationRow, 'n' | 'open' | 'kind' | 'fresh'>;

/** True once somebody wrote, or tried to. */
export function isStarted(tail: ConversationTail | undefined): boolean {
  return tail !== undefined && tail.fresh !== true;
}

export type Conversations = Chain<ConversationRow, ConversationTail>;

/** Every conversation, through this process's group commit. */
export function createConversations(mongo: Mongo): Conversations {
  return createChain<ConversationRow, ConversationTail>(
    mongo.connection.collection<ConversationRow>(MESSAGES),
    mongo.groupCommit<ConversationRow>(MESSAGES),
    ({ n, open, kind, fresh }) => ({ n, open, kind, ...(fresh ? { fresh } : {}) }),
  );
}

export const messageKey = (sender: string, clientId: string) => `${sender}:${clientId}`;

/** True for a row that people see. */
export function isVisible(row: Pick<ConversationRow, 'kind'>): boolean {
  return row.kind === 'text';
}

/** A visible row as it leaves the server. */
export function presentMessage(row: ConversationRow): Message {
  return {
    conversation: row.owner,
    seq: row.n,
    sender: row.sender,
    clientId: row.key.slice(row.key.indexOf(':') + 1),
    kind: 'text',
    text: row.text,
    at: row.at,
  };
}
