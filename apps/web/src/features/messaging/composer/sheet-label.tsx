import type { ProfileCard } from '@heartline/contracts';
import { FictionalChip } from '@heartline/ui';
import { useFictionalWord } from '../../../people/fictional-word.ts';

/** Above what a sheet sends to a fictional profile. */
export function SheetLabel({ profile }: { profile: Pick<ProfileCard, 'fictional'> }) {
  const word = useFictionalWord();
  return (
    profile.fictional && (
      <p className="mb-3">
        <FictionalChip>{word}</FictionalChip>
      </p>
    )
  );
}
