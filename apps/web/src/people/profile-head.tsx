import type { ProfileCard } from '@heartline/contracts';
import { FictionalChip, Skeleton } from '@heartline/ui';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFictionalLabel } from './fictional-label.ts';
import { useArePlacesKnown, useWholePlace } from './place.ts';

interface ProfileHeadProps {
  profile: Pick<ProfileCard, 'name' | 'age' | 'fictional' | 'city' | 'country' | 'region'>;
  /** Level of the name as a heading; 1 on its own page. */
  level: 1 | 2;
  /** Marks beside the name. */
  marks?: ReactNode;
  /** Beside the place: when they were last active. */
  presence?: ReactNode;
}

/** Name, age and place, on the photo of a phone and beside the photos of a wide window. */
export function ProfileHead({ profile, level, marks, presence }: ProfileHeadProps) {
  const Name = level === 1 ? 'h1' : 'h2';
  const fictional = useFictionalLabel();
  const place = useWholePlace(profile);
  const arePlacesKnown = useArePlacesKnown();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Name className="title text-2xl leading-tight md:text-3xl">
          {profile.name}, <span className="tabular">{profile.age}</span>
        </Name>
        {profile.fictional && <FictionalChip>{fictional}</FictionalChip>}
        {marks}
      </div>
      {profile.city !== null || arePlacesKnown ? (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-base wrap-anywhere text-ink-2 max-md:text-white">
          {place && (
            <span className="inline-flex items-center gap-1.5">
              <MapPin className="size-4 shrink-0" aria-hidden />
              {place}
            </span>
          )}
          {presence}
        </p>
      ) : (
        <Skeleton className="mt-1.5 h-[22px] w-1/2" />
      )}
    </>
  );
}
