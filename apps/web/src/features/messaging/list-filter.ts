import type { Chat } from '@heartline/contracts';
import { findTerms, searchTerms } from '@heartline/domain';
import { isMuted } from './chats.ts';

/** Filters of the conversation list. */
export const FILTERS = ['all', 'unread', 'real', 'muted'] as const;
export type Filter = (typeof FILTERS)[number];
/** Filters that may leave an empty list. */
export type NarrowFilter = Exclude<Filter, 'all'>;

const FITS: Record<NarrowFilter, (chat: Chat) => boolean> = {
  unread: (chat) => chat.num_unread_messages > 0,
  real: (chat) => !chat.profile.fictional,
  muted: isMuted,
};

/**
 * Conversations that match a filter, in their order. Under “unread” the open one stays, so that it does not vanish
 * while it is read.
 */
export function filterChats(
  chats: readonly Chat[],
  filter: Filter,
  current: string | undefined,
): readonly Chat[] {
  if (filter === 'all') return chats;
  return chats.filter(
    (chat) => FITS[filter](chat) || (filter === 'unread' && chat.conversation.id === current),
  );
}

/** Conversations with members whose name matches. */
export function chatsCalled(chats: readonly Chat[], question: string): Chat[] {
  const terms = searchTerms(question);
  return chats.filter((chat) => findTerms(chat.profile.name, terms) !== undefined);
}
