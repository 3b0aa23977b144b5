import { useEffect, useState } from 'react';
import { lookForPush, type PushState, prepareForPush, usePushState } from './push.ts';

/**
 * How push stands on this device, looked up now and whenever the browser's permission changes. `isPrepared`: whether the
 * browser took or refused the service worker, or could not fetch it.
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

/** Runs when the permission is changed in the browser's own settings, where the browser tells. Returns how to stop. */
function onPermission(listener: () => void): () => void {
  const stop = new AbortController();
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', listener, { signal: stop.signal }))
    .catch(() => undefined);
  return () => stop.abort();
}
