import { useLayoutEffect, useState } from 'react';

interface PictureTries {
  /** Another one for every try: the browser never fetches again by itself what it could not get. */
  tries: number;
  /** This address did not come; it is tried again as soon as there is a network. */
  hasFailed: boolean;
  onError: () => void;
}

/** Whether a picture came, and another try for one that did not once the network is back. */
export function usePictureTries(src: string | null | undefined): PictureTries {
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState<string | null>();
  const hasFailed = Boolean(src) && failed === src;
  // With the drawing of what failed, not some time after it: the network may be back by then.
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
