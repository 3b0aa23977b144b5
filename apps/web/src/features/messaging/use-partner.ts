import type { ProfileCard } from '@heartline/contracts';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../people/profile-query.ts';
import { useChats } from './chats.ts';
import { useChatBeyondList } from './older-chats.ts';

/** With whom and in which conversation: all that a chat needs to know before its messages. */
export interface Partner {
  conversation: string;
  profile: ProfileCard;
  /** What one message costs, in credits. */
  price: number;
}

export type PartnerState = { partner: Partner } | { partner: undefined; error: unknown; isGone: boolean };

/** The other side of a chat, found by conversation or by member. */
export function usePartner(given: { conversation?: string; id?: string }): PartnerState {
  const chats = useChats();
  const listed = chats?.find(
    (one) => one.conversation.id === given.conversation || one.profile.id === given.id,
  );
  const isBeyond = given.conversation !== undefined && chats !== undefined && !listed;
  const beyond = useChatBeyondList(isBeyond ? given.conversation : undefined);
  const chat = listed ?? (isBeyond ? beyond.data?.chat : undefined);
  const { data: profile, error } = useQuery({
    ...profileQuery(given.id ?? ''),
    enabled: given.id !== undefined && !chat,
  });
  if (chat) {
    const { conversation, message_credits: price } = chat;
    return { partner: { conversation: conversation.id, profile: chat.profile, price } };
  }
  if (profile) {
    return { partner: { conversation: profile.conversation, profile, price: profile.message_credits } };
  }
  return { partner: undefined, error: error ?? beyond.error, isGone: isBeyond && beyond.isError };
}
