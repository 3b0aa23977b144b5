import type {
  addOperatorNote,
  getOperatorMessages,
  ParsedOf,
  postAnswer,
  reportByOperator,
  saveReply,
} from '@heartline/contracts';
import type { IndexSpec } from '../../index-spec.ts';
import type { MessagingContext } from '../messaging-context.ts';
import { addNote, removeNote, reportMember, showConversation, showMessages } from './about-conversation.ts';
import { answerAsProfile, sweepAnswers } from './answer-as-profile.ts';
import {
  releaseAllOf,
  releaseConversation,
  renewConversation,
  takeConversation,
  typeAnswer,
} from './lease.ts';
import { correctAllOf, noteChanged } from './note-waiting.ts';
import { type InboxOperator, inboxCollections, type OperatorInboxContext } from './operator-inbox-context.ts';
import { operatorInboxData } from './personal-data.ts';
import { type AnswerLogRow, OPERATOR_ANSWERS, OPERATOR_NOTES, OPERATOR_QUEUE } from './queue.repository.ts';
import { removeReply as removeReplyOf, saveReply as saveReplyOf } from './saved-replies.ts';
import { showQueue } from './show-queue.ts';
import { readReports, showReports } from './show-reports.ts';

export const operatorInboxIndexes: readonly IndexSpec[] = [
  { collection: OPERATOR_QUEUE, key: { waiting: 1, site: 1, since: 1 } },
  { collection: OPERATOR_QUEUE, key: { member: 1 } },
  { collection: OPERATOR_QUEUE, key: { profile: 1 } },
  { collection: OPERATOR_QUEUE, key: { 'lease.operator': 1 } },
  { collection: OPERATOR_QUEUE, key: { 'claim.at': 1 } },
  { collection: OPERATOR_ANSWERS, key: { at: 1 } },
  { collection: OPERATOR_ANSWERS, key: { operator: 1, at: 1 } },
  { collection: OPERATOR_ANSWERS, key: { unasked: 1 } },
  { collection: OPERATOR_NOTES, key: { member: 1, at: -1 } },
];

interface Holding {
  conversation: string;
  number: number;
}

/** Upper limit of the figure of one site. */
const MOST_COUNTED = 50_000;

/** Number and waiting time of messages to fictional profiles, by site. */
export interface WaitingFigures {
  site: string;
  waiting: number;
  oldestMs: number;
}

/** Messages to fictional profiles, and the operators who answer them. */
export function createOperatorInbox(messaging: MessagingContext) {
  const collections = inboxCollections(messaging.mongo);
  const context: OperatorInboxContext = { ...messaging, collections };
  return {
    queue: (inboxOperator: InboxOperator) => showQueue(context, inboxOperator),
    take: (inboxOperator: InboxOperator, conversation: string) =>
      takeConversation(context, inboxOperator, conversation),
    renew: (inboxOperator: InboxOperator, held: Holding) => renewConversation(context, inboxOperator, held),
    typing: (inboxOperator: InboxOperator, held: Holding) => typeAnswer(context, inboxOperator, held),
    release: (inboxOperator: InboxOperator, held: Holding) =>
      releaseConversation(context, inboxOperator, held),
    releaseAllOf: (operator: string) => releaseAllOf(context, operator),
    conversation: (inboxOperator: InboxOperator, conversation: string) =>
      showConversation(context, inboxOperator, conversation),
    messages: (inboxOperator: InboxOperator, query: ParsedOf<typeof getOperatorMessages>) =>
      showMessages(context, inboxOperator, query),
    answer: (inboxOperator: InboxOperator, input: ParsedOf<typeof postAnswer>) =>
      answerAsProfile(context, inboxOperator, input),
    addNote: (inboxOperator: InboxOperator, input: ParsedOf<typeof addOperatorNote>) =>
      addNote(context, inboxOperator, input),
    removeNote: (inboxOperator: InboxOperator, input: { conversation: string; id: string }) =>
      removeNote(context, inboxOperator, input),
    saveReply: (inboxOperator: InboxOperator, input: ParsedOf<typeof saveReply>) =>
      saveReplyOf(context, inboxOperator, input),
    removeReply: (inboxOperator: InboxOperator, input: { conversation: string; id: string }) =>
      removeReplyOf(context, inboxOperator, input),
    reports: (inboxOperator: InboxOperator) => showReports(context, inboxOperator),
    readReports: (inboxOperator: InboxOperator, upTo: number) => readReports(context, inboxOperator, upTo),
    report: (inboxOperator: InboxOperator, input: ParsedOf<typeof reportByOperator>) =>
      reportMember(context, inboxOperator, input),
    /** A person was closed or let in again: check the waiting conversations of both directions. */
    statusChanged: (person: string) => correctAllOf(context, person),
    /** The conversation changed without a new message: a block or a removal. */
    changed: (conversation: string) => noteChanged(context, conversation),
    /** Finishes interrupted answers. */
    sweep: () => sweepAnswers(context),
    personalData: operatorInboxData(context),
    /** The answers of the last days, newest first. */
    async log(wanted: {
      since: number;
      limit: number;
      operator?: string | undefined;
    }): Promise<AnswerLogRow[]> {
      const filter = { at: { $gte: wanted.since }, ...(wanted.operator && { operator: wanted.operator }) };
      return collections.answers.find(filter).sort({ at: -1 }).limit(wanted.limit).toArray();
    },
    /** The waiting conversations, by site. */
    async figures(): Promise<WaitingFigures[]> {
      const now = messaging.clock.now();
      const figures: WaitingFigures[] = [];
      for await (const { site, since } of context.operatorQueue.longestOfEach()) {
        const waiting = await context.operatorQueue.countAt(site, MOST_COUNTED);
        figures.push({ site, waiting, oldestMs: now - (since ?? now) });
      }
      return figures;
    },
  };
}
