import { useState } from 'react';
import { useFromLikes } from './likes-state.ts';

/** Likes of the signed-in member, or undefined until they are loaded; and the load error (`useLastError`). */
export function useLikes() {
  const { data: likes, error, refetch } = useFromLikes((all) => all);
  const last = useLastError(error);
  return { likes, failure: likes ? null : last, refetch };
}

/**
 * The last load error, also during a refetch. The page refetches by itself again and again, and the retry button must
 * not go under the pointer.
 */
export function useLastError(error: Error | null): Error | null {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return error ?? last;
}
