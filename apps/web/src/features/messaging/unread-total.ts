import { useQuery } from '@tanstack/react-query';
import { chatsQuery } from '../../client/chats-query.ts';
import { useChats } from './chats.ts';

/** Unread messages of all conversations together (S3-078). */
export function useUnreadTotal(): number {
  const older = useQuery(chatsQuery).data?.older?.unread ?? 0;
  return useChats()?.reduce((total, chat) => total + chat.num_unread_messages, older) ?? 0;
}
