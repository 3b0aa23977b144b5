import { useEffect, useState, useSyncExternalStore } from 'react';
import { useIsLive } from './connection.ts';

/** `back` stands for a moment after one of the other two. */
export type Network = 'offline' | 'reconnecting' | 'back' | 'fine';

/** The two in which nothing new can be known. */
export type CutOff = 'offline' | 'reconnecting';

export const isCutOff = (network: Network): network is CutOff =>
  network === 'offline' || network === 'reconnecting';

/** A connection that mends itself sooner was no news. */
const RECONNECTING_MS = 4_000;
const BACK_MS = 3_000;

function subscribe(onChange: () => void) {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** How the page is connected, for a line that says so. `wantsLive`: a member's page, which needs more than a network. */
export function useNetwork(wantsLive: boolean): Network {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const isLive = useIsLive();
  const isCut = isOnline && wantsLive && !isLive;
  const [shown, setShown] = useState<Network>('fine');
  useEffect(() => {
    if (!isOnline) return setShown('offline');
    if (isCut) {
      const timer = setTimeout(() => setShown('reconnecting'), RECONNECTING_MS);
      return () => clearTimeout(timer);
    }
    setShown((before) => (before === 'fine' ? 'fine' : 'back'));
    const timer = setTimeout(() => setShown('fine'), BACK_MS);
    return () => clearTimeout(timer);
  }, [isOnline, isCut]);
  return shown;
}
