import { useEffect, useState } from 'react';
import { serverNow } from './clock.ts';

/**
 * Server time, read again every `everyMs`, for countdowns and "3 minutes ago", and when the page is looked at again: while
 * a device sleeps its timers do too. It is read on the whole minute, or second, so that a new day is there as it begins.
 * `null` stops the ticking.
 */
export function useServerClock(everyMs: number | null): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (everyMs === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const read = () => {
      const at = serverNow();
      setNow(at);
      clearTimeout(timer);
      timer = setTimeout(read, everyMs - (at % everyMs));
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [everyMs]);
  return now;
}
