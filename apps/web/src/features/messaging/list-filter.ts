import type { Chat } from '@heartline/contracts';
import { findTerms, searchTerms } from '@heartline/domain';
import { isMuted } from './chats.ts';

/** What a list of conversations shows. */
export const FILTERS = ['all', 'unread', 'real', 'muted'] as const;
export type Filter = (typeof FILTERS)[number];
/** Those that may leave nothing of a list. */
export type NarrowFilter = Exclude<Filter, 'all'>;

const FITS: Record<NarrowFilter, (chat: Chat) => boolean> = {
  unread: (chat) => chat.num_unread_messages > 0,
  real: (chat) => !chat.profile.fictional,
  muted: isMuted,
};

/** The conversations a filter leaves, in their order. The one that is open stays, so that it never goes while read. */
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

/** Conversations with people who are called so. */
export function chatsCalled(chats: readonly Chat[], question: string): Chat[] {
  const terms = searchTerms(question);
  return chats.filter((chat) => findTerms(chat.profile.name, terms) !== undefined);
}
