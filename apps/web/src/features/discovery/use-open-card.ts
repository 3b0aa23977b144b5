import { useOverlay } from '@heartline/ui';
import { useEffect, useRef, useState } from 'react';

/**
 * The open state of the top card's profile. A decision closes it, since another card is on top then. On touch
 * screens Back closes it too.
 */
export function useOpenCard(topId: string | undefined) {
  const [openId, setOpenId] = useState<string>();
  const isOpen = openId !== undefined && openId === topId;
  /** The button of the closed card that opens it, where the focus returns to. */
  const openRef = useRef<HTMLButtonElement>(null);
  const before = useRef<Element>(null);
  const wasOpen = useRef(false);
  const close = () => setOpenId(undefined);
  useOverlay(isOpen && matchMedia('(pointer: coarse)').matches, close);
  useEffect(() => {
    if (wasOpen.current && !isOpen && isFocusLost()) {
      const back = before.current;
      const target = back instanceof HTMLElement && back.isConnected ? back : openRef.current;
      target?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return {
    isOpen,
    openRef,
    open() {
      if (topId === undefined) return;
      before.current = document.activeElement === document.body ? null : document.activeElement;
      setOpenId(topId);
    },
    close,
  };
}

/** True when what had the focus is gone, or flies away with its card. */
const isFocusLost = () =>
  document.activeElement === document.body || document.activeElement?.closest('[inert]') != null;
