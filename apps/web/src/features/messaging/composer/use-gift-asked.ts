import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

export interface GiftAsked {
  /** Hides the first lines, because the member came to send a gift. */
  isGiving: boolean;
  /** Removes `gift` from the URL, so that a reload or going back does not ask again. */
  forget(): void;
}

/** Reads `?gift=1`, set by a profile that opens this chat to send a gift. */
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
