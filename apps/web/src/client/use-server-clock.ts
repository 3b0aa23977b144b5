import { useEffect, useState } from 'react';
import { serverNow } from './clock.ts';

/**
 * Server time, read again every `everyMs`, for countdowns and "3 minutes ago", and when the page is looked at again: while
 * a device sleeps its timers do too. `null` stops the ticking.
 */
export function useServerClock(everyMs: number | null): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (everyMs === null) return;
    const read = () => setNow(serverNow());
    read();
    const timer = setInterval(read, everyMs);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [everyMs]);
  return now;
}
