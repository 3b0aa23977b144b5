import { useLayoutEffect } from 'react';

/** Marks the root element while something stands on the page, for rules that concern all of it. */
export function useRootMark(
  mark: 'bottomBar' | 'chatOpen' | 'cutOff' | 'fillsWindow' | 'inShade' | 'lightbox',
  isOn = true,
): void {
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const { dataset } = document.documentElement;
    dataset[mark] = '';
    return () => {
      delete dataset[mark];
    };
  }, [mark, isOn]);
}
