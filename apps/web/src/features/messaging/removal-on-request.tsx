import { useEffect, useEffectEvent } from 'react';
import { onRemovalAsked } from '../../client/removal-request.ts';
import { useRemoval } from './use-removal.ts';

/** Runs the removals requested with `askRemoval`. Mounted once on every page of a member. */
export function RemovalOnRequest() {
  const remove = useEffectEvent(useRemoval());
  useEffect(() => onRemovalAsked((request) => remove(request)), []);
  return null;
}
