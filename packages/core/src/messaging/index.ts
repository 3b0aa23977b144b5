import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobDataOf, Message, settleMessages as settleJob } from '@heartline/contracts';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import { sweepReturns } from './carry-out-pending.ts';
import { CHAT_PHOTOS } from './chat-photo.repository.ts';
import { createConversations, MESSAGES } from './conversation.repository.ts';
import { conversationOf } from './conversation-id.ts';
import { createEndings } from './end-conversation.ts';
import { EVIDENCE } from './evidence.repository.ts';
import { createExcerpts } from './excerpt-for.ts';
import { createGifts, GIFTS } from './gift.repository.ts';
import { createSides, inboxOf } from './inbox.repository.ts';
import { createMarks } from './marks.repository.ts';
import { createFollowUp, type MessagingContext } from './messaging-context.ts';
import { createMoney } from './money.ts';
import { notifyPartners } from './notify-partners.ts';
import { createOperatorInbox, operatorInboxIndexes } from './operators/index.ts';
import { createOperatorQueue } from './operators/queue.repository.ts';
import { createOwnConversations } from './own-conversations.ts';
import { PENDING_RETURNS } from './pending-return.repository.ts';
import { messagingData } from './personal-data.ts';
import { createPhotosAndGifts } from './photos-and-gifts.ts';
import { createAftermath, settleMessages } from './settle-messages.ts';
import { createSigns } from './signs.ts';
import { createSendMessage } from './single-flight.ts';
import { createSweepMessages } from './sweep-messages.ts';

export { CHAT_PHOTO_PREFIX } from './chat-photo-address.ts';
export { type ConversationRow, isVisible, MESSAGES, VISIBLE_KINDS } from './conversation.repository.ts';
export { bodyHash, conversationOf } from './conversation-id.ts';
export { INBOX, type InboxDoc, inboxId } from './inbox.repository.ts';
export { OPERATOR_ANSWERS } from './operators/queue.repository.ts';
export { PENDING_RETURNS } from './pending-return.repository.ts';

export const indexes: readonly IndexSpec[] = [
  { collection: MESSAGES, key: { owner: 1, key: 1 }, options: { unique: true } },
  ...operatorInboxIndexes,
  { collection: CHAT_PHOTOS, key: { key: 1 } },
  { collection: CHAT_PHOTOS, key: { member: 1 } },
  { collection: GIFTS, key: { site: 1 } },
  { collection: PENDING_RETURNS, key: { runAt: 1 } },
  { collection: EVIDENCE, key: { sender: 1 } },
  { collection: EVIDENCE, key: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

export type Messaging = ReturnType<typeof createMessaging>;

/** Conversations between two members: the paid send, its settlement, and the read marks of each side. */
export function createMessaging(
  deps: Pick<CoreDeps, 'mongo' | 'redis' | 'publisher' | 'clock' | 'ids' | 'logger' | 'queues' | 'config'>,
  features: Pick<
    MessagingContext,
    'site' | 'safety' | 'accounts' | 'profiles' | 'credits' | 'hasLiked' | 'askAboutLikes'
  >,
) {
  const context: MessagingContext = {
    mongo: deps.mongo,
    publisher: deps.publisher,
    clock: deps.clock,
    ids: deps.ids,
    logger: deps.logger,
    config: deps.config,
    conversations: createConversations(deps.mongo),
    sides: createSides(deps.mongo),
    marks: createMarks(deps.mongo),
    gifts: createGifts(deps),
    followUp: createFollowUp(deps.queues),
    operatorQueue: createOperatorQueue(deps.mongo),
    ...features,
  };
  const aftermath = createAftermath(context);
  const operators = createOperatorInbox(context);
  return {
    conversationOf,
    /** The operator inbox: messages to fictional profiles, and the operators who answer them. */
    operators,
    personalData: messagingData(context),
    sendMessage: createSendMessage(context),
    settleMessages: (items: JobDataOf<typeof settleJob>['items']) =>
      settleMessages(context, aftermath, items),
    sweepMessages: createSweepMessages(context, deps, operators),
    /** Runs due pending tasks, such as returns of credits for messages to deleted members. */
    sweepReturns: () => sweepReturns(context),
    ...createMoney(context),
    ...createOwnConversations(context),
    ...createSigns(context),
    ...createPhotosAndGifts(context),
    ...createEndings(context, operators),
    /** The member's conversation partners, latest first, including gone and hidden ones. */
    async partnersOf(member: string): Promise<string[]> {
      const docs = await inboxOf(deps.mongo, member);
      return docs.sort((a, b) => b.lastAt - a.lastAt).map((doc) => doc.profile);
    },
    /**
     * Some seconds after a member was closed, suspended or let in again: notifies their conversation
     * partners.
     */
    notifyPartners: (member: string) => notifyPartners(context, member),
    ...createExcerpts(context),
    /** A message passed through this process: the conversation has at least this row. */
    observe(message: Message) {
      context.conversations.observe(message.conversation, { n: message.seq, open: true, kind: message.kind });
    },
    /**
     * Another process set or removed a block between the two: refresh the cached last row of their
     * conversation.
     */
    observePair(one: string, other: string) {
      // If this fails, the cached row stays until someone writes; a paid send reads the database anyway.
      context.conversations.freshTail(conversationOf(one, other)).catch(() => undefined);
    },
    /** Flushes work that is queued in memory; call before closing. */
    async flush() {
      await deps.publisher.flush();
      // Lets callers that waited for a flush continue first.
      await nextTurn();
      await Promise.all([context.followUp.flush(), aftermath.flush()]);
    },
  };
}
