import { useEffect, useEffectEvent, useState } from 'react';
import { isLive, onConnectionChange } from './connection.ts';

/**
 * Runs `again` on the next connection, while it `isDue`. It listens from the first render: the connection may be back
 * before an effect would have run.
 */
export function useOnceBack(isDue: boolean, again: () => void): void {
  const [wasLive] = useState(isLive);
  const look = useEffectEvent(() => {
    if (isDue && isLive()) again();
  });
  useEffect(() => {
    // Or since this render, if it is due from then on.
    if (!wasLive) look();
    return onConnectionChange(() => look());
  }, [wasLive]);
}
