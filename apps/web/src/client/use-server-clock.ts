import { useEffect, useState } from 'react';
import { serverNow } from './clock.ts';

/**
 * Server time for countdowns and "3 minutes ago", read every `everyMs` and when the page is shown again: timers sleep
 * with the device. It ticks at the start of a minute, or second, so that a new day begins on time. `null` stops the
 * ticking.
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
