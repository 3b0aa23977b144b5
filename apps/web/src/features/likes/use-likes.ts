import { useState } from 'react';
import { useFromLikes } from './likes-state.ts';

/** Likes of the signed-in member, or undefined until they are there; and why they could not be loaded (`useLastError`). */
export function useLikes() {
  const { data: likes, error, refetch } = useFromLikes((all) => all);
  const last = useLastError(error);
  return { likes, failure: likes ? null : last, refetch };
}

/**
 * Why something could not be loaded, also while it is asked for again: the page does so by itself, again and again, and
 * what is pressed meanwhile must not go.
 */
export function useLastError(error: Error | null): Error | null {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return error ?? last;
}
