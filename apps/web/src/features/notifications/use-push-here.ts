import { useEffect, useState } from 'react';
import { type PushState, refreshPush, usePushState } from './push.ts';

/** A browser that has not said by then how push stands will not: its service worker may have been refused. */
const PATIENCE_MS = 3_000;

/**
 * How push stands on this device, looked up now and whenever the browser's permission changes; with whether it may still
 * come to be known.
 */
export function usePushHere(): PushState & { isPending: boolean } {
  const push = usePushState();
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const look = () => void refreshPush().catch(() => setPatient(false));
    look();
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    const stop = onPermission(look);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return { ...push, isPending: push.subscription === 'unknown' && isPatient };
}

/** Runs when the permission is changed in the browser's own settings, where the browser tells. Returns how to stop. */
function onPermission(listener: () => void): () => void {
  const stop = new AbortController();
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', listener, { signal: stop.signal }))
    .catch(() => undefined);
  return () => stop.abort();
}
