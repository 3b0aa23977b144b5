import { useEffect, useState } from 'react';
import { serverNow } from './clock.ts';

/** Server time, read again every `everyMs`, for countdowns and "3 minutes ago". `null` stops the ticking. */
export function useServerClock(everyMs: number | null): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (everyMs === null) return;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
