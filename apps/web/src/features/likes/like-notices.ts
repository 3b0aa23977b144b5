import type { QueryClient } from '@tanstack/react-query';
import { keptSince } from '../../client/kept/answer-or-kept.ts';
import { closeNotices } from '../../client/notices.ts';
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
 * when the other one's like is not. Likes that are only kept may be older than a notice. Returns how to stop.
 */
export function followLikeNotices(client: QueryClient): () => void {
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== keys.likes[0] || keptSince() !== undefined) return;
    const likes = query.state.data as Likes | undefined;
    if (likes) closeSeen(likes);
  });
}

function closeSeen(likes: Likes): void {
  const fresh = new Set(likes.liked_by.flatMap(({ id, like_new: isNew }) => (isNew ? [MATCH + id] : [])));
  const isNone = totalNewLikes(likes) === 0;
  void closeNotices(({ tag }) => (tag === LIKES ? isNone : tag.startsWith(MATCH) && !fresh.has(tag)));
}
