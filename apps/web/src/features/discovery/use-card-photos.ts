import type { Photo, ProfileCard } from '@heartline/contracts';
import { useState } from 'react';
import { type FacePhoto, mainPhotoOf } from './card-face.tsx';

/** The pictures of the top card, and the one it shows; another card begins with its first. */
export function useCardPhotos(card: ProfileCard | undefined, pictures: readonly Photo[] | undefined) {
  const [shown, setShown] = useState<{ id: string; at: number }>();
  const known: readonly FacePhoto[] = pictures?.length ? pictures : card ? mainPhotoOf(card) : [];
  const at = shown && shown.id === card?.id ? Math.min(shown.at, known.length - 1) : 0;
  return {
    photos: known,
    at,
    /** `isRound` continues with the first picture after the last. */
    step(by: -1 | 1, isRound = false) {
      if (!card || known.length < 2) return;
      const next = at + by;
      const within = Math.max(0, Math.min(known.length - 1, next));
      setShown({ id: card.id, at: isRound ? next % known.length : within });
    },
  };
}
