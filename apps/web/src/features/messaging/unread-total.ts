import { useQuery } from '@tanstack/react-query';
import { chatsQuery } from '../../client/chats-query.ts';
import { useChats } from './chats.ts';

/** Unread messages of all conversations (S3-078), or of all except one. */
export function useUnreadTotal(besides?: string): number {
  const older = useQuery(chatsQuery).data?.older?.unread ?? 0;
  const counted = useChats()?.filter((chat) => chat.conversation.id !== besides);
  return counted?.reduce((total, chat) => total + chat.num_unread_messages, older) ?? 0;
}
