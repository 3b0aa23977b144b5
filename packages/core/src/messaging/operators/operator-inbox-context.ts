import type { Mongo } from '@heartline/platform';
import type { OperatorSession } from '../../accounts/index.ts';
import type { MessagingContext } from '../messaging-context.ts';
import {
  type AnswerLogRow,
  type NoteRow,
  OPERATOR_ANSWERS,
  OPERATOR_MARKS,
  OPERATOR_NOTES,
  OPERATOR_REPLIES,
  type OperatorMarksRow,
  type QueueDoc,
  type SavedRepliesRow,
} from './queue.repository.ts';

/** The collections of the operator inbox except the queue. */
export function inboxCollections({ connection }: Pick<Mongo, 'connection'>) {
  return {
    answers: connection.collection<AnswerLogRow>(OPERATOR_ANSWERS),
    notes: connection.collection<NoteRow>(OPERATOR_NOTES),
    replies: connection.collection<SavedRepliesRow>(OPERATOR_REPLIES),
    marks: connection.collection<OperatorMarksRow>(OPERATOR_MARKS),
  };
}

/** Shared context of the use cases of the operator inbox. */
export interface OperatorInboxContext extends MessagingContext {
  collections: ReturnType<typeof inboxCollections>;
}

/** The fields of an operator that the inbox needs. */
export type InboxOperator = Pick<OperatorSession, 'operator' | 'name' | 'site' | 'expiresAt'>;

/** A conversation that the operator may see: with a fictional profile of their own site. */
export async function conversationFor(
  { operatorQueue }: Pick<MessagingContext, 'operatorQueue'>,
  inboxOperator: InboxOperator,
  conversation: string,
): Promise<QueueDoc | undefined> {
  const doc = await operatorQueue.find(conversation);
  return doc?.site === inboxOperator.site ? doc : undefined;
}
