import type {
  getMessages,
  JobDataOf,
  Message,
  ParsedOf,
  SendInput,
  settleMessages as settleJob,
} from '@heartline/contracts';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import { createConversations, MESSAGES } from './conversation.repository.ts';
import { conversationOf } from './conversation-id.ts';
import { endConversation, followBlocks, returnAllTo } from './end-conversation.ts';
import { excerptFor, latestFrom } from './excerpt-for.ts';
import { findInbox, findInboxes, INBOX, inboxId, inboxOf } from './inbox.repository.ts';
import { listChats, unreadTotal } from './list-chats.ts';
import { listMessages } from './list-messages.ts';
import { createFollowUp, type MessagingContext } from './messaging-context.ts';
import { markRead, markReceived, removeChat } from './move-marks.ts';
import { messagingData } from './personal-data.ts';
import { type Sender, sendMessage } from './send-message.ts';
import { createAftermath, settleMessages } from './settle-messages.ts';
import { sweepMessages } from './sweep-messages.ts';

export { type ConversationRow, MESSAGES } from './conversation.repository.ts';
export { bodyHash, conversationOf } from './conversation-id.ts';
export { INBOX, type InboxDoc } from './inbox.repository.ts';

export const indexes: readonly IndexSpec[] = [
  { collection: MESSAGES, key: { owner: 1, key: 1 }, options: { unique: true } },
  { collection: INBOX, key: { member: 1 } },
];

export type Messaging = ReturnType<typeof createMessaging>;

/** Conversations between two members: the paid send, its settlement, and what each side has read. */
export function createMessaging(
  deps: Pick<CoreDeps, 'mongo' | 'publisher' | 'clock' | 'ids' | 'logger' | 'queues'>,
  features: Pick<MessagingContext, 'site' | 'safety' | 'accounts' | 'profiles' | 'credits'>,
) {
  const context: MessagingContext = {
    mongo: deps.mongo,
    publisher: deps.publisher,
    clock: deps.clock,
    ids: deps.ids,
    logger: deps.logger,
    conversations: createConversations(deps.mongo),
    followUp: createFollowUp(deps.queues),
    ...features,
  };
  const aftermath = createAftermath(context);
  return {
    conversationOf,
    personalData: messagingData(context),
    sendMessage: (sender: Sender, input: SendInput) => sendMessage(context, sender, input),
    settleMessages: (items: JobDataOf<typeof settleJob>['items']) =>
      settleMessages(context, aftermath, items),
    sweepMessages: (overlapMs: number) => sweepMessages(context, overlapMs),
    listChats: (viewer: Sender) => listChats(context, viewer),
    listMessages: (viewer: Sender, query: ParsedOf<typeof getMessages>) =>
      listMessages(context, viewer, query),
    markRead: (member: string, conversation: string, seq: number) =>
      markRead(context, member, conversation, seq),
    markReceived: (member: string, conversation: string, seq: number) =>
      markReceived(context, member, conversation, seq),
    removeChat: (member: string, conversation: string) => removeChat(context, member, conversation),
    unreadTotal: (member: string) => unreadTotal(context, member),
    /** After a block: closed, paid back what never arrived, and gone from both lists. */
    endConversation: (by: string, other: string) => endConversation(context, by, other),
    /** After an unblock: open again, unless the other one blocks. */
    reopenConversation: (by: string, other: string) => followBlocks(context, by, other),
    /** With whom of these the member is in a conversation. */
    async knownTo(member: string, others: readonly string[]): Promise<Set<string>> {
      const ids = others.map((other) => inboxId(member, conversationOf(member, other)));
      return new Set((await findInboxes(deps.mongo, ids)).map((doc) => doc.profile));
    },
    /** Whom the member wrote with, the latest first, gone and hidden ones too. */
    async partnersOf(member: string): Promise<string[]> {
      const docs = await inboxOf(deps.mongo, member);
      return docs.sort((a, b) => b.lastAt - a.lastAt).map((doc) => doc.profile);
    },
    /** A message with the few before it, for a member of the conversation; nothing for anybody else. */
    excerptFor: (member: string, conversation: string, seq: number) =>
      excerptFor(context, member, conversation, seq),
    latestFrom: (member: string, other: string) => latestFrom(context, member, other),
    /** Everybody gets back what they paid for messages to this member; answers how many messages. */
    returnAllTo: (member: string, reason: string) => returnAllTo(context, member, reason),
    /** How far the member has read a conversation; for the question “is a push still needed?”. */
    readSeqOf: async (member: string, conversation: string) =>
      (await findInbox(deps.mongo, member, conversation))?.readSeq ?? 0,
    /** A message passed through this process: its conversation's tail is at least there. */
    observe(message: Message) {
      context.conversations.observe(message.conversation, { n: message.seq, open: true, kind: 'text' });
    },
    /** Hands on what still waits in memory; call before closing. */
    async flush() {
      await Promise.all([
        context.followUp.settle.flush(),
        context.followUp.notify.flush(),
        aftermath.flush(),
      ]);
    },
  };
}
