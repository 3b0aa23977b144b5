import { useLayoutEffect } from 'react';

/** Marks the root element while a component is mounted, for rules that concern the whole page. */
export function useRootMark(
  mark: 'actionBar' | 'bottomBar' | 'chatOpen' | 'cutOff' | 'fillsWindow' | 'inShade' | 'lightbox',
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
