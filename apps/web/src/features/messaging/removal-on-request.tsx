import { useEffect, useEffectEvent } from 'react';
import { onRemovalAsked } from '../../client/removal-request.ts';
import { useRemoval } from './use-removal.ts';

/** Answers `askRemoval`. Mounted once on a member's pages. */
export function RemovalOnRequest() {
  const remove = useEffectEvent(useRemoval());
  useEffect(() => onRemovalAsked((request) => remove(request)), []);
  return null;
}
