import { useEffect, useEffectEvent, useState } from 'react';
import { isLive, onConnectionChange } from './connection.ts';

/**
 * Does it `again` with the next connection, while it `isDue`. Listens from the start: a connection may be back before an
 * effect of what made it due would have run.
 */
export function useOnceBack(isDue: boolean, again: () => void): void {
  const [wasLive] = useState(isLive);
  const look = useEffectEvent(() => {
    if (isDue && isLive()) again();
  });
  useEffect(() => {
    // Or since this was drawn, where it was due from then on.
    if (!wasLive) look();
    return onConnectionChange(() => look());
  }, [wasLive]);
}
