import type { QueryClient } from '@tanstack/react-query';
import { closeNotices } from '../../client/notices.ts';
import { onPersistedChange, persistedSince } from '../../client/persisted-cache/answer-or-persisted.ts';
import { keys } from '../../client/query.ts';
import { type Likes, totalNewLikes } from '../../live/apply/likes.ts';

/** Tags of notices: one for all likes, and one a match, by whom it is with. */
const LIKES = 'likes';
const MATCH = 'match-';

/** The page of likes is in front of the member: nothing that told of likes or matches is news any more. */
export function closeLikeNotices(): void {
  if (document.visibilityState !== 'visible') return;
  void closeNotices(({ tag }) => tag === LIKES || tag.startsWith(MATCH));
}

/**
 * Takes away what was looked at, here or on another device: the notice of likes when none is new any more, that of a match
 * when the other one's like is not. Likes that are only kept, or put aside, may be older than a notice. Returns how to stop.
 */
export function followLikeNotices(client: QueryClient): () => void {
  let seen: Likes['liked_by'] | undefined;
  const look = () => {
    seen = client.getQueryData<Likes>(keys.likes)?.liked_by;
    closeSeen(() => current(client));
  };
  // What was looked at while no page was open here is in the first answer, which may have come before this part of the page.
  look();
  const stops = [
    // What was kept is confirmed a moment after it came.
    onPersistedChange(look),
    client.getQueryCache().subscribe((change) => {
      if (change.type !== 'updated' || change.query.queryKey[0] !== keys.likes[0]) return;
      // Anything else, as a question that is asked, says nothing of what is held.
      if (change.action.type !== 'success') return;
      // Each message raises the version here too. To ask for the notices costs a slow phone more than to apply the message.
      const { data } = change.query.state as { data?: Likes };
      if (!change.action.manual || data?.liked_by !== seen) look();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The likes held, unless something may have come after them. */
function current(client: QueryClient): Likes | undefined {
  const state = client.getQueryState<Likes>(keys.likes);
  return state?.isInvalidated || persistedSince() !== undefined ? undefined : state?.data;
}

/** By the likes as they are when the notices are at hand: events that an answer missed are written into it after it came. */
function closeSeen(now: () => Likes | undefined): void {
  void closeNotices(({ tag }) => {
    const likes = now();
    if (!likes) return false;
    if (tag === LIKES) return totalNewLikes(likes) === 0;
    return tag.startsWith(MATCH) && !likes.liked_by.some((like) => like.like_new && MATCH + like.id === tag);
  });
}
