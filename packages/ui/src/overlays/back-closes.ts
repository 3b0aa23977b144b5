import { useEffect, useEffectEvent } from 'react';

/** What TypeScript does not know of yet. */
interface CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/**
 * The back gesture of an Android phone closes what is open and leaves the page where it is, as in an app. Without a history
 * entry of its own, so that a press on the browser's arrow goes back as ever; browsers without close watchers do that too.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    const { CloseWatcher } = globalThis as { CloseWatcher?: new () => CloseWatcher };
    if (!isOpen || !CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.onclose = () => closeNow();
    return () => watcher.destroy();
  }, [isOpen]);
}
