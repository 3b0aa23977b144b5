import { useChats } from './chats.ts';

/** Unread messages of all conversations together (S3-078). */
export function useUnreadTotal(): number {
  return useChats()?.reduce((total, chat) => total + chat.num_unread_messages, 0) ?? 0;
}
