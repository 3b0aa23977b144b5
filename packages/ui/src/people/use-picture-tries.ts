import { useLayoutEffect, useState } from 'react';

interface PictureTries {
  /** Use it as React key: the browser never repeats a failed fetch of the same element. */
  tries: number;
  /** The picture at this address failed. It is fetched again when the network is back. */
  hasFailed: boolean;
  onError: () => void;
}

/** Tracks whether a picture failed, and retries when the network is back. */
export function usePictureTries(src: string | null | undefined): PictureTries {
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState<string | null>();
  const hasFailed = Boolean(src) && failed === src;
  // A layout effect, because the network may return before a later effect would run.
  useLayoutEffect(() => {
    if (!hasFailed) return;
    const again = () => {
      setFailed(undefined);
      setTries((count) => count + 1);
    };
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [hasFailed]);
  return { tries, hasFailed, onError: () => setFailed(src) };
}
