import { useEffect, useState } from 'react';

/** A picture that does not load must not hold back the dialog for longer. */
const PHOTO_TIMEOUT_MS = 3_000;

/** True once a picture is loaded, or after the timeout; at once when there is none. */
export function useLoaded(src: string | undefined): boolean {
  const [isLoaded, setLoaded] = useState(src === undefined);
  useEffect(() => {
    if (src === undefined) return;
    const image = new Image();
    const done = () => setLoaded(true);
    const timeout = setTimeout(done, PHOTO_TIMEOUT_MS);
    image.onload = done;
    image.onerror = done;
    image.src = src;
    return () => {
      clearTimeout(timeout);
      image.onload = null;
      image.onerror = null;
    };
  }, [src]);
  return isLoaded;
}
