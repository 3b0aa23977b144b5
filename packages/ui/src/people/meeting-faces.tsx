import { Heart } from 'lucide-react';
import type { ReactNode } from 'react';
import { Photo } from './photo.tsx';

export interface MeetingFacesProps {
  /** Picture of the member at the device. */
  own: string;
  /** Picture of the other one. It is a button. */
  theirs: string;
  /** Accessible name of the other's picture: "Mira, 29". */
  theirsLabel: string;
  onTheirs: () => void;
  /** Label on the other's picture, such as "Fictional". */
  chip?: ReactNode;
}

const frame = 'block overflow-hidden rounded-card border-4 border-card shadow-float';

/** Two pictures that meet, with a heart where they touch: the picture of a match. */
export function MeetingFaces({ own, theirs, theirsLabel, onTheirs, chip }: MeetingFacesProps) {
  return (
    <div className="relative flex w-full max-w-80 justify-center">
      <span className="fades -mr-4 w-[46%] -rotate-6 animate-from-left">
        <Photo src={own} alt="" isPriority className={frame} />
      </span>
      <button
        type="button"
        aria-label={theirsLabel}
        onClick={onTheirs}
        className="fades relative mt-3 -ml-4 w-[46%] rotate-5 animate-from-right rounded-card transition-[scale] duration-200 ease-line hover:scale-[1.03]"
      >
        <Photo src={theirs} alt="" isPriority className={frame} />
        {chip && <span className="absolute inset-x-3 top-3 flex justify-end">{chip}</span>}
      </button>
      <span
        aria-hidden
        className="fades absolute bottom-1 left-1/2 -ml-6 flex size-12 animate-pop items-center justify-center rounded-full bg-pulse text-on-pulse shadow-float"
      >
        <Heart className="size-6" fill="currentColor" />
      </span>
    </div>
  );
}
