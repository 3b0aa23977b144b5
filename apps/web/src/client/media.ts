import { useCallback, useSyncExternalStore } from 'react';

/** True while a media query matches, such as `(pointer: coarse)`. For widths see `widerThan` of the UI. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
