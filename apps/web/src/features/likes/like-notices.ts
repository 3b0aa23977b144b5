import type { QueryClient } from '@tanstack/react-query';
import { closeNotices } from '../../client/notices.ts';
import { onPersistedChange, persistedSince } from '../../client/persisted-cache/answer-or-persisted.ts';
import { keys } from '../../client/query.ts';
import { type Likes, totalNewLikes } from '../../live/apply/likes.ts';

/** Tags of notifications: one for all likes, and one a match, with the other member's id. */
const LIKES = 'likes';
const MATCH = 'match-';

/** The member sees the page of likes: removes all notifications of likes and matches. */
export function closeLikeNotices(): void {
  if (document.visibilityState !== 'visible') return;
  void closeNotices(({ tag }) => tag === LIKES || tag.startsWith(MATCH));
}

/**
 * Removes notifications of likes viewed here or on another device; returns the function that stops it. The one of likes
 * goes when no like is new, that of a match when its like is not. Persisted or invalidated likes may be older than a
 * notification.
 */
export function followLikeNotices(client: QueryClient): () => void {
  let seen: Likes['liked_by'] | undefined;
  const look = () => {
    seen = client.getQueryData<Likes>(keys.likes)?.liked_by;
    closeSeen(() => current(client));
  };
  // Likes viewed while no page was open here are in the first answer, which may have arrived before this module loaded.
  look();
  const stops = [
    // Persisted likes are confirmed a moment after they are shown.
    onPersistedChange(look),
    client.getQueryCache().subscribe((change) => {
      if (change.type !== 'updated' || change.query.queryKey[0] !== keys.likes[0]) return;
      // Other actions, such as the start of a query, do not change the data.
      if (change.action.type !== 'success') return;
      // Each message raises the version here too. Listing notifications costs a slow phone more than applying the
      // message.
      const { data } = change.query.state as { data?: Likes };
      if (!change.action.manual || data?.liked_by !== seen) look();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The cached likes, unless newer ones may exist. */
function current(client: QueryClient): Likes | undefined {
  const state = client.getQueryState<Likes>(keys.likes);
  return state?.isInvalidated || persistedSince() !== undefined ? undefined : state?.data;
}

/** Uses the likes at the time the notifications are listed: events that an answer missed are added after it arrives. */
function closeSeen(now: () => Likes | undefined): void {
  void closeNotices(({ tag }) => {
    const likes = now();
    if (!likes) return false;
    if (tag === LIKES) return totalNewLikes(likes) === 0;
    return tag.startsWith(MATCH) && !likes.liked_by.some((like) => like.like_new && MATCH + like.id === tag);
  });
}
