import type { Chat, ProfileCard } from '@heartline/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../client/api.ts';
import { profileBeside } from '../../people/profile-query.ts';
import { isMuted, useChats } from './chats.ts';
import { useChatBeyondList } from './older-chats.ts';

/** Member and conversation of a chat: all it needs before its messages. */
export interface Partner {
  conversation: string;
  profile: ProfileCard;
  /** Price of one message, in credits. */
  price: number;
  /** True if notifications are off; undefined before the first message. */
  isMuted: boolean | undefined;
}

export type PartnerState = { partner: Partner } | { partner: undefined; error: unknown; isGone: boolean };

/** The other member of a chat, found by conversation or by member. */
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

/**
 * Keeps the same object while nothing changes, so that the conversation does not render with each change in the list.
 */
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

/** True if the server refused, rather than failed. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status < 500;

/** The conversation from the list, or fetched if the list does not hold it. */
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
