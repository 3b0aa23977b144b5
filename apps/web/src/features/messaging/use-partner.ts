import type { Chat, ProfileCard } from '@heartline/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../client/api.ts';
import { profileBeside } from '../../people/profile-query.ts';
import { isMuted, useChats } from './chats.ts';
import { useChatBeyondList } from './older-chats.ts';

/** With whom and in which conversation: all that a chat needs to know before its messages. */
export interface Partner {
  conversation: string;
  profile: ProfileCard;
  /** What one message costs, in credits. */
  price: number;
  /** Whether nothing tells of its messages; unknown before there are any. */
  isMuted: boolean | undefined;
}

export type PartnerState = { partner: Partner } | { partner: undefined; error: unknown; isGone: boolean };

/** The other side of a chat, found by conversation or by member. */
export function usePartner(given: { conversation?: string; id?: string }): PartnerState {
  const { chat, error: gone } = useChat(given);
  const { data: profile, error } = useQuery({
    ...profileBeside('chat', given.id ?? ''),
    enabled: given.id !== undefined && !chat,
  });
  const conversation = chat?.conversation.id ?? profile?.conversation;
  const other = chat?.profile ?? profile;
  const price = (chat ?? profile)?.message_credits;
  const partner = useSame(conversation, other, price, chat);
  if (partner) return { partner };
  return { partner: undefined, error: error ?? gone, isGone: isRefused(gone) };
}

/** The same while nothing of it changes: the conversation is not drawn again because its line in the list was. */
function useSame(
  conversation: string | undefined,
  profile: ProfileCard | undefined,
  price: number | undefined,
  chat: Chat | undefined,
): Partner | undefined {
  const muted = chat && isMuted(chat);
  return useMemo(
    () =>
      conversation !== undefined && profile && price !== undefined
        ? { conversation, profile, price, isMuted: muted }
        : undefined,
    [conversation, profile, price, muted],
  );
}

/** Whether the server said no, rather than nothing. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status < 500;

/** The conversation: of the list, or, of very many, one beyond it. */
function useChat(given: { conversation?: string; id?: string }): { chat?: Chat; error?: unknown } {
  const chats = useChats();
  const listed = chats?.find(
    (one) => one.conversation.id === given.conversation || one.profile.id === given.id,
  );
  const beyondId = chats && !listed ? given.conversation : undefined;
  const { data, error } = useChatBeyondList(beyondId);
  if (listed) return { chat: listed };
  if (beyondId === undefined) return {};
  return { ...(data && { chat: data.chat }), ...(error && { error }) };
}
