import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, such as `(pointer: coarse)`; of widths by `widerThan` of the UI; follows it. */
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
