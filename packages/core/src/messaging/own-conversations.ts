import type {
  getMessages,
  InputOf,
  muteChat as muteCall,
  ParsedOf,
  searchChats as searchCall,
} from '@heartline/contracts';
import { conversationOf } from './conversation-id.ts';
import { findInbox, findInboxes, inboxId, receivedBy } from './inbox.repository.ts';
import { listChats, listOlderChats, showChat, unreadChats, unreadTotal } from './list-chats.ts';
import { listMessages } from './list-messages.ts';
import type { MessagingContext } from './messaging-context.ts';
import { markRead, markReceived, removeChat } from './move-marks.ts';
import { muteChat } from './mute-chat.ts';
import { searchChats } from './search-chats.ts';
import type { Sender } from './send-message.ts';

/** A member's own conversations: list, history, read marks, search, and presence. */
export function createOwnConversations(context: MessagingContext) {
  /** Those of these with whom the member is in a conversation. */
  const knownTo = async (member: string, others: readonly string[]): Promise<Set<string>> => {
    const ids = others.map((other) => inboxId(member, conversationOf(member, other)));
    return new Set((await findInboxes(context.sides, ids)).map((doc) => doc.profile));
  };
  return {
    knownTo,
    listChats: (viewer: Sender) => listChats(context, viewer),
    listOlderChats: (viewer: Sender, before: string) => listOlderChats(context, viewer, before),
    showChat: (viewer: Sender, conversation: string) => showChat(context, viewer, conversation),
    searchChats: (viewer: Sender, query: ParsedOf<typeof searchCall>) => searchChats(context, viewer, query),
    listMessages: (viewer: Sender, query: ParsedOf<typeof getMessages>) =>
      listMessages(context, viewer, query),
    markRead: (member: string, conversation: string, seq: number, seen?: number) =>
      markRead(context, member, conversation, seq, seen),
    markReceived: (member: string, conversation: string, seq: number) =>
      markReceived(context, member, conversation, seq),
    removeChat: (member: string, conversation: string) => removeChat(context, member, conversation),
    muteChat: (member: string, input: InputOf<typeof muteCall>) => muteChat(context, member, input),
    unreadTotal: (member: string) => unreadTotal(context, member),
    unreadChats: (member: string) => unreadChats(context, member),
    /** Read and delivery marks of the member in a conversation, to decide if a push is still needed. */
    async readMarksOf(member: string, conversation: string) {
      const side = await findInbox(context.sides, member, conversation);
      return { readSeq: side?.readSeq ?? 0, receivedSeq: side ? receivedBy(side) : 0 };
    },
    /** True if the member muted the conversation. */
    isMuted: async (member: string, conversation: string) =>
      (await findInbox(context.sides, member, conversation))?.mute?.on === true,
    /** Presence of these people, as far as the member is in a conversation with them. */
    presenceOf: async (member: string, others: readonly string[]) =>
      context.profiles.presence(member, [...(await knownTo(member, others))]),
  };
}
