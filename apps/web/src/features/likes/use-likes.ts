import { useState } from 'react';
import { useFromLikes } from './likes-state.ts';

/**
 * Likes of the signed-in member, or undefined until they are there; and why they could not be loaded, which stands while
 * they are asked for again: the page does so by itself, again and again, and what is pressed meanwhile must not go.
 */
export function useLikes() {
  const { data: likes, error, refetch } = useFromLikes((all) => all);
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return { likes, failure: likes ? null : (error ?? last), refetch };
}
