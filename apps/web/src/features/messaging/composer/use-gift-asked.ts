import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

export interface GiftAsked {
  /** Who came to give something has the sheet of gifts before them, and no use for first lines over it. */
  isGiving: boolean;
  /** Asked for once: not again by a reload, or on the way back here. */
  forget(): void;
}

/** Whether this composer was opened from a profile to give something (`?gift=1`). */
export function useGiftAsked(): GiftAsked {
  const { gift } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [isGiving] = useState(gift === 1);
  return {
    isGiving,
    forget() {
      if (gift === 1) void navigate({ to: '.', search: {}, replace: true });
    },
  };
}
