import { useEffect, useState } from 'react';
import { lookForPush, type PushState, prepareForPush, usePushState } from './push.ts';

/**
 * The push state of this device, looked up now and whenever the browser's permission changes. `isPrepared` is true once
 * the browser accepted or refused the service worker, or could not load it.
 */
export function usePushHere(): PushState & { isPrepared: boolean } {
  const push = usePushState();
  const [isPrepared, setPrepared] = useState(false);
  useEffect(() => {
    const look = () => void lookForPush().catch(() => undefined);
    look();
    void prepareForPush()
      .catch(() => undefined)
      .then(() => setPrepared(true));
    return onPermission(look);
  }, []);
  return { ...push, isPrepared };
}

/**
 * Runs when the permission is changed in the browser's settings, if the browser reports that. Returns the unsubscribe
 * function.
 */
function onPermission(listener: () => void): () => void {
  const stop = new AbortController();
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', listener, { signal: stop.signal }))
    .catch(() => undefined);
  return () => stop.abort();
}
